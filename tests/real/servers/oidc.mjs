// A full OAuth and OpenID authorization server: node oidc.mjs LIBRARY PORT RESOURCE [nonce]
// LIBRARY: the main module of the npm package oidc-provider. RESOURCE: the MCP server its tokens are for.
// Its development pages sign anybody in.
import { pathToFileURL } from 'node:url';

const [library, port, resource, nonce] = process.argv.slice(2);
const { default: Provider } = await import(pathToFileURL(library).href);

const provider = new Provider(`http://localhost:${port}`, {
  clients: [
    { client_id: 'machine', client_secret: 's3cr:t %', grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
  ],
  scopes: ['openid', 'offline_access', 'read', 'write'],
  findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  pkce: { required: () => true },
  cookies: { keys: ['for tests'] },
  features: {
    devInteractions: { enabled: true },
    registration: { enabled: true },
    revocation: { enabled: true },
    clientCredentials: { enabled: true },
    dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => nonce === 'nonce' },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'read write',
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 3600,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});
provider.listen(Number(port), 'localhost');
