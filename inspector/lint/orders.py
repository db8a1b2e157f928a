"""Orders to a model in a text that is to describe something: what they say, in whatever words.

A sentence is an order against the user for its verb, what the verb is about and whom it speaks to; each of
these has many words, so that the patterns are put together from lists of them. The third person tells what a
tool does ("Reads ~/.bashrc"); the base form, with "first" or "always", is what a model is told to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

__all__ = ["Order", "order_in", "sentences"]


class Order(NamedTuple):
    """What was found. quoted: by a text that warns of it, so that it may be no order at all."""

    words: str
    quoted: bool = False


def _any(words: str) -> str:
    """One of these words, each a pattern; separated by commas."""
    return f"(?:{'|'.join(word.strip() for word in words.split(','))})"


_NOT: Final = _any(
    "do not, don't, dont, never, must not, mustn't, should not, shouldn't, shall not, may not, cannot, "
    "can't, avoid,"
    "refrain from, without, not to, no need to, needn't, need not, under no circumstances, stop"
)
_USER: Final = (
    r"(?:the |your |its |any )?(?:human |end[ -])?(?:user|human|operator|owner|account holder|customer"
    r"|anyone|anybody"
    r"|person(?: you are \w+ing (?:to|with))?)\b"
)
_USER_KNOWS: Final = _any("know, see, notice, find out, learn, realize, realise, discover, suspect")
_MODEL: Final = (
    r"(?:assistant|(?:language |ai )?model|(?:ai |coding )?agent|llm|ai|claude|chatgpt|gpt|copilot|cursor)"
)

_EARLIER: Final = _any(
    "previous(?:ly)?, prior, earlier, above, preceding, foregoing, former, original, initial, your, system, "
    "safety,"
    r"user'?s?, given to you, you (?:have been|were|have|had|got|received|been), everything, so far"
)
_EVERY: Final = _any("all, any, other, every, existing, current, given, its, those, these")
_SAID: Final = _any(
    "instructions?, directives?, guidelines?, guard ?rails?, system prompts?, system messages?, "
    "safeguards?, safety,"
    "guidance, alignment, ethic\\w*, content polic\\w+, security polic\\w+, programming, training"
)
_RULES: Final = _any(
    "rules?, orders?, prompts?, commands?, constraints?, restrictions?, polic(?:y|ies), protections?, "
    "messages?, text,"
    "context, conversation, content, directions, limits?, limitations?, filters?, questions?, requests?, "
    "wish(?:es)?, choices?, decisions?, intent"
)
_ASIDE: Final = _any(
    "ignore, disregard, forget, override, overrule, bypass, dismiss, circumvent, violate, neglect, abandon, "
    "discard,"
    "set aside, pay no (?:attention|heed) to, take no notice of, give no weight to, put aside, let go of, "
    "not bound by, ignoring, disregarding, "
    "forgetting, bypassing,"
    r"(?:do not|don't|must not|should not|may not|never|stop|no longer|cease to) (?:follow|obey|adhere to"
    r"|comply with|listen to|respect"
    r"|trust|heed)"
)

_PATHS: Final = _any(
    r"\.ssh\b, id[_ ]rsa, id[_ ]ed25519, id[_ ]ecdsa, id[_ ]dsa, /etc/passwd, /etc/shadow, /etc/sudoers, "
    r"\.aws\b, "
    r"\.env\b, mcp\.json,"
    r"\.cursor\b, claude[_ ]desktop[_ ]config, \.claude\b, \.netrc, \.git-credentials, \.npmrc, \.pypirc, "
    r"\.kube\b, kubeconfig,"
    r"wallet\.dat, \.(?:bash|zsh)[_ ]history, shell history, login data, \.gnupg, \.docker/config, gcloud,"
    r"application[_ ]default[_ ]credentials, \.azure\b, keychain, \.vault-token, /proc/self/environ, "
    r"\.pgpass,"
    r"\bprivate key\b, \bssh keys?\b, \w\.pem\b, \.p12\b, \.kdbx, cookies\.sqlite, credentials\.(?:json"
    r"|ya?ml|db),"
    r"secrets?\.(?:json|ya?ml|toml), \.my\.cnf, \.config/gh, %appdata%, \bsam hive\b, tokens?\.json"
)
_SECRETS: Final = _any(
    r"environment variables?, env vars?, environment(?! var), api[- ]?keys?, private keys?, ssh keys?, "
    r"secret access key, client secrets?, "
    r"secret "
    r"keys?, credentials?,"
    r"passwords?, passphrases?, (?:session |access |auth |bearer |api )tokens?, cookies?, secrets, seed "
    r"phrases?,"
    r"mnemonics?, wallets?, (?:credit )?card numbers?, social security numbers?"
)
_TALK: Final = _any(
    r"conversations?, chat(?: history| log| transcript)?s?, dialog(?:ue)?s?, system (?:prompt|message"
    r"|instructions)s?,"
    r"(?:previous|prior|earlier|past|recent|last \w+) (?:messages?|turns?|prompts?|tool (?:results?"
    r"|outputs?|calls?)),"
    r"message history, context window, tool (?:results?|outputs?|responses?), user(?:'s)? (?:messages"
    r"|prompts),"
    r"(?:list of )?(?:all )?(?:the )?(?:other |available )?tools"
)
_WHOLE: Final = _any(
    r"full, entire, complete, whole, all, every, each, any, raw, exact, verbatim, word for word, your, "
    r"user's, latest"
)
_READ: Final = _any(
    "read, open, cat, load, get, access, fetch, copy, dump, print, grab, retrieve, extract, collect, gather,"
    "include, attach, paste, steal, harvest, capture, obtain, upload, send, list, look up, search, scan, "
    "peek,"
    "inspect, examine, look (?:at|into|inside|in), hand over, pull, view, consult, slurp, find, take, "
    "disclose,"
    "reads and passes, opens and copies, first opens, first reads"
)
_PASS: Final = _any(
    "pass, send, include, put, append, attach, provide, post, upload, forward, encode, give, insert, paste, "
    "copy, add,"
    "submit, write, supply, embed, transmit, place, fill, enter, concatenate"
)
_SENDS: Final = _any(
    "send, forward, post, upload, transmit, exfiltrate, leak, e-?mail, mail, bcc, report, submit, push, "
    "deliver, relay,"
    "mirror, copy, beacon, log, stream, sync"
)
_FIRST: Final = _any(
    "first, before, beforehand, always, must, you, then, also, next, afterwards, please, make sure, be sure,"
    "ensure, needed, required, otherwise, to go on, to continue, to proceed, to finish, again with, now,"
    "in order to, to authenticate, to verify, to improve, to work, to validate, to check, for better "
    "results?,"
    "important, necessary, prior to, instead, never forget to, do not forget to, vital, crucial, essential,"
    "mandatory, imperative, critical, prerequisite, should, has to, have to"
)
_ELSEWHERE: Final = (
    r"(?:https?://|ftp://|\S+@[\w-]+\.\w|webhook|\b\d+\.\d+\.\d+\.\d+|\battacker|(?:external|remote) server)"
)
_PRIVATE: Final = _any(
    r"private (?:notes?|messages?|data|files?|documents?|keys?|repositor(?:y|ies)|photos?|conversations?), "
    r"personal "
    r"(?:data|info\w*|details|notes|messages|files|documents),"
    r"system info\w*, hostnames?, installed packages, directory listing, git remotes?, source code, "
    r"clipboard,"
    r"screenshots?, (?:location|browsing|browser|search|shell) history, credit card\w*, bank (?:account"
    r"|detail)s?,"
    r"seed phrases?, passports?, medical records?, address book, api keys?, access tokens?, ssh keys?, "
    r"passwords?,"
    r"(?:full )?names?\W+(?:and )?(?:e-?mail|phone|address).*(?:phone|address|e-?mail)\w*, home (?:folder"
    r"|directory), "
    r"mailbox, inbox,"
    r"~/documents, ~/desktop, working directory"
)
_DONE: Final = _any(
    "this, that, it, its, these, those, them, anything, any of this, what you, why, how you, the fact, "
    "using, calling,"
    r"the (?:\w+ )?(?:tool|call|step|action|copy|parameter|argument|param|upload|instruction|transfer"
    r"|existence|sidenote)"
    r"s?(?! (?:output|result|response|ids?\b|names?\b))"
)
_CONSENT: Final = _any(
    "confirmation, permission, consent, approval, authorization, authorisation, confirmations"
)


class _Pattern(NamedTuple):
    words: tuple[str, ...]  # one of them is there wherever it matches: looking for those is quick
    found: re.Pattern[str]
    unless: re.Pattern[str] | None = None  # in the words of the same sentence before what was found
    within: re.Pattern[str] | None = None  # must be somewhere in the sentence
    leads: bool = True  # also where the text begins with it: most descriptions begin with a base form


def _pattern(words: str, found: str, *, unless: str = "", within: str = "", leads: bool = True) -> _Pattern:
    return _Pattern(
        tuple(words.split("|")),
        re.compile(found),
        re.compile(unless) if unless else None,
        re.compile(within) if within else None,
        leads,
    )


_NEGATED: Final = (
    r"(?:\bnot|never|n't|cannot|without|avoid|prevents?|refuses?|no one (?:can|may))(?: ever| to)? ?$"
)
_ASIDE_WORDS: Final = (
    "ignor|disregard|forget|overrid|overrul|overul|bypass|dismiss|circumvent|violate|neglect|abandon"
    "|discard|aside"
    "|attention|heed|notice|weight|let go|bound by|follow|obey|adhere|comply|listen|respect|trust|heed"
)
_SECRET_WORDS: Final = (
    "environment|env var|key|credential|password|passphrase|token|cookie|secret|seed|mnemonic|wallet|card num"
    "|security"
)
_TALK_WORDS: Final = "conversation|chat|dialog|system|messages|turns|prompt|history|context|tool"
_PATH_WORDS: Final = (
    ".ssh|id rsa|id ed|id ec|id ds|/etc/|.aws|.env|mcp.json|.cursor|claude|.netrc|.git-cred|.npmrc|.pypirc"
    "|kube|wallet.dat"
    "|history|login data"
    "|.gnupg|.docker|gcloud|default cred|.azure|keychain|vault|/proc/|.pgpass|private key|ssh key|.pem|.p12"
    "|.kdbx"
    "|cookies|credentials.|secret|.my.cnf|.config|%appdata%|sam hive|token"
)

_ORDERS: Final = (
    # To set aside what the model was told
    _pattern(
        _ASIDE_WORDS,
        rf"\b{_ASIDE}\b.{{0,40}}?\b(?:{_EARLIER}|{_EVERY})\b.{{0,30}}?\b{_SAID}\b",
        unless=_NEGATED,
    ),
    _pattern(
        _ASIDE_WORDS,
        rf"\b{_ASIDE}\b (?:the )?(?:system|user|safety) (?:prompt|message|instruction)",
        unless=_NEGATED,
    ),
    _pattern(
        _ASIDE_WORDS,
        rf"\b{_ASIDE}\b(?![\"']).{{0,30}}?\b{_EARLIER}\b.{{0,20}}?\b{_RULES}\b",
        # "to override the previous rules" is what an option is for; "you have to" is an order.
        unless=_NEGATED
        + r"|(?<!have)(?<!need)(?<!has)(?<!you) to ?$|\b(?:whether|option|flag|if|can|may|will) ?$",
    ),
    _pattern(
        _ASIDE_WORDS,
        rf"\b{_ASIDE}\b.{{0,20}}\b(?:{_SAID}|{_RULES}) .{{0,15}}\b(?:above|before|given|so far|you)\b",
        unless=_NEGATED,
    ),
    _pattern(
        _ASIDE_WORDS,
        rf"\b{_ASIDE}\b (?:everything|anything|whatever|all|what) .{{0,20}}"
        r"\b(?:told|said|above|before|learned|know|instructed|asked|came)",
        unless=_NEGATED,
    ),
    _pattern(
        "precedence|priority|overrid|supersede|outrank|prevail|more important|replace",
        r"\b(?:these|this|following|below|my|our|here|its|tool's)\b.{0,30}\b(?:instructions?|rules?"
        r"|directives?"
        r"|guidelines?|orders?|descriptions?|commands?|messages?|notes?)\b.{0,30}\b(?:override|overrides"
        r"|supersedes?"
        r"|replaces?|takes? (?:precedence|priority)|have (?:precedence|priority)|outranks?|prevails?|more "
        r"important)",
    ),
    _pattern(
        "void|no longer|null|obsolete|superseded|cancel|revoked|suspended|not apply|not count|not matter",
        r"\b(?:instructions?|rules?|directives?|guidelines?|prompts?|orders|polic(?:y"
        r"|ies))\b.{0,40}\b(?:(?:is|are|become) "
        r"(?:now |hereby )?(?:null|void"
        r"|obsolete|superseded|cancelled|canceled|revoked|suspended)|no longer (?:apply|applies|valid|in "
        r"effect|count|matter|bind)"
        r"|(?:do|does) not (?:apply|count|matter))",
        within=(
            r"\b(?:above|before|previous|prior|earlier|given|your|you|came|operator|developer|system"
            r"|safety)\b"
        ),
    ),
    _pattern(
        "come before|comes before|go before|rank above|come first|goes before",
        r"\b(?:these|this|following|below|my|our|here)\b.{0,20}\b(?:instructions?|rules?|directives?"
        r"|guidelines?|orders?)\b.{0,10}\b(?:comes?|goes?|ranks?)"
        r" (?:before|above|first)\b",
    ),
    _pattern(
        "unrestricted|uncensored|unfiltered|jailbroken|without restrictions",
        rf"\b(?:unrestricted|uncensored|unfiltered|jailbroken) {_MODEL}\b|\b{_MODEL} without (?:any "
        rf")?(?:restrictions|filters|limits)\b",
    ),
    _pattern(
        "confirmation|permission|consent|approval|authori",
        rf"\b{_CONSENT} (?:was|is|has been)(?: already)? (?:given|granted|obtained)\b.{{0,30}}\b(?:by the "
        rf"user|for (?:everything|all|any|this)|in advance)\b"
        rf"|\b(?:do not|don't) need (?:any |the |explicit )?(?:user'?s? )?{_CONSENT}\b.{{0,15}}\b(?:just"
        rf"|simply|go ahead|always)\b",
        unless=r"\b(?:if|after|once|when|unless|until|only|whether|that|ensure|verify|check)\b",
    ),
    _pattern(
        "priority|authority|importance|weight",
        r"\b(?:higher|highest|top|absolute|more|greater) (?:priority|authority|importance"
        r"|weight)\b.{0,40}\b(?:than|over|above)\b.{0,30}"
        r"\b(?:system|user|instructions?|other|prompt|any)\b",
    ),
    _pattern(
        "user",
        r"\b(?:rather than|instead of|not) what (?:the )?user (?:asks?|asked|wants?|wanted|says|said"
        r"|requests?|requested)\b",
    ),
    _pattern(
        "reveal|print|output|repeat|show|dump|leak|display|send|give|recite|include|copy",
        r"\b(?:reveal|print|output|repeat|show|dump|leak|display|send|give|recite|include"
        r"|copy)\b.{0,15}\b(?:your|the (?:hidden|initial"
        r"|secret|original|full system))\b.{0,20}\b(?:prompt|instructions|memory|guidelines|context)\b",
        unless=_NEGATED,
        leads=False,
    ),
    _pattern(
        "end of|follows",
        r"\bend of (?:the )?(?:tool |system |user )(?:description|prompt|instructions?|message|input)\b"
        r"|\b(?:new|real|system|updated) (?:system )?(?:instructions?|prompt|directives?) follows?\b",
    ),
    _pattern(
        "system prompt|instructions|user",
        r"\b(?:overrides?|supersedes?|outranks?|takes? (?:precedence|priority) over|has (?:precedence"
        r"|priority) over)\b.{0,40}"
        r"\b(?:system prompt|your instructions|user'?s (?:instructions?|requests?|wish\w*)|(?:all|any) "
        r"(?:other|previous|prior)"
        r" (?:instructions?|directives?|guidelines?))",
    ),
    _pattern(
        "longer|bound|free|not apply|disabled|lifted|suspended|off|limits|void",
        r"\b(?:your|safety|previous|content|system|all|any|usual|normal)\b.{0,20}\b(?:guidelines?|rules?"
        r"|restrictions?"
        r"|polic\w+|guard ?rails?|filters?|limits?|constraints?|safeguards?|instructions?)\b.{0,15}"
        r"\b(?:no longer|(?:do|does)(?: not|n't) apply|(?:is|are)(?: now| hereby)? (?:off|disabled|lifted"
        r"|suspended|void|cancelled))",
    ),
    _pattern(
        "bound|restricted|constrained|limits|off",
        r"\byou (?:are|'re) (?:no longer|not|never) (?:bound|restricted|constrained|limited|subject)"
        r"|\blimits are off\b"
        r"|\byou have no (?:restrictions|limits|rules|guidelines)|\bfilters? (?:all )?(?:are )?(?:off"
        r"|disabled)\b",
    ),
    _pattern(
        "you are now|you now|you're now|from now|from this|henceforth|going forward|as of now|hereafter",
        r"\byou(?: are|'re) now (?:an? |the |in |my |our |acting|operating|working|serving|unrestricted"
        r"|free|authori[sz]ed|allowed"
        r"|permitted|required|dan\b|no longer|obliged|under)|\byou now (?:work|obey|act|belong|serve|answer"
        r"|report|have|must)"
        r"|\b(?:from now on|from this (?:moment|point)(?: on(?:wards)?)?|henceforth|going forward|as of now"
        r"|hereafter),? .{0,40}\b(?:you|always|every|answer|respond|treat"
        r"|ignore|assistant|never|must)",
    ),
    _pattern(
        "mode|jailbr|dan ",
        rf"\b(?:{_MODEL}|you)\b.{{0,30}}\b(?:developer|admin\w*|god|debug|maintenance|unrestricted|jail\w+"
        rf"|sudo|dan|privileged)"
        r" mode|\b(?:god|jailbreak|jailbroken|dan|unrestricted) mode\b|\byou(?: are|'re) dan\b",
    ),
    _pattern(
        "instruction|prompt|directive|orders|task|goal|objective|mission|purpose|override",
        r"\b(?:new|updated|revised|real|actual|true|additional|important|secret|hidden|special|system)(?: "
        r"system)? (?:instructions?"
        r"|prompts?|directives?|orders|task|objective)(?: (?:for|to) (?:you|the \w+|all \w+))? ?: ?\w+ \w+ "
        r"\w+"
        r"|\byour (?:real|actual|true|new|primary|main|only|first) (?:task|goal|job|objective|purpose"
        r"|mission|instructions?|duty)"
        r" (?:is|are|now|becomes)|\b(?:system|admin(?:istrator)?|developer|security) override\b(?! (?:flag"
        r"|option|of|for))",
    ),
    _pattern(
        "regardless|whatever|no matter|even if|irrespective|despite|even when",
        r"\b(?:regardless of|whatever|no matter|even if|even when|irrespective of|despite)\b.{0,20}\b(?:the "
        r")?(?:user|system prompt)"
        r"\b.{0,12}\b(?:asks?|says?|wants?|objects?|declines?|refuses?|requests?|tells?|instructs?|asked"
        r"|said)\b",
        unless=r"\b(?:never|do not|don't|must not)\b",
    ),
    # Not for the user to know
    _pattern(
        "tell|inform|notif|alert|warn|advis|let |ask",
        rf"\b{_NOT}\b (?:ever |directly |explicitly |also |even )?(?:tell|inform|notify|alert|warn|advise"
        rf"|telling|informing"
        rf"|notifying|alerting|warning|advising|consult|consulting) {_USER}(?!.{{0,60}}\b(?:until|unless"
        rf"|before|instead)\b)(?! to\b)",
        unless=r"\b(?:never|do not|don't|must not|cannot|not)\b.{3,}",
    ),
    _pattern(
        "tell|inform|mention|reveal|disclos|show|expos|display|report|discuss|share|describ|explain"
        "|acknowledg|admit|refer"
        "|talk|bring|surface",
        rf"\b{_NOT}\b (?:ever |directly |explicitly |also |even )?(?:tell|telling|inform|mention|reveal"
        rf"|disclose|show|expose|display"
        r"|report|discuss|share|describe|explain|acknowledge|admit|refer to|talk about|bring up|surface"
        r"|mentioning|revealing"
        r"|disclosing|showing|displaying|reporting|discussing|explaining)\b (?:anything )?(?:that |about "
        r"|to )?"
        rf"(?:{_DONE}|the [\"']?\w+[\"']? (?:parameter|argument|field|call|step|tool|copy)s?)\b(?! "
        rf"(?:output|result|response|ids?\b|names?\b)).{{0,60}}\b(?:{_USER}|user interface|reply|answer"
        rf"|response|summary|chat)",
    ),
    _pattern(
        "mention|reveal|disclos|acknowledg|admit|talk|discuss",
        rf"\b{_NOT}\b (?:ever |directly |explicitly |also |even )?(?:mention|reveal|disclose|acknowledge"
        rf"|admit|talk about|discuss"
        r"|mentioning|revealing|disclosing) (?:that |about )?(?:this|that you|it\b|its (?:content|purpose"
        r"|existence)|these|anything|any of this"
        r"|your|using|calling|having|the (?:tool|call|step|instruction|transfer|upload|existence|copy"
        r"|parameter)s?\b)",
    ),
    _pattern(
        "the user|human|operator|owner|anyone|nobody|no one|users",
        rf"\b(?:{_USER}|users|nobody|no one)(?: \w+)? (?:must|should|shall|may|need|is|are|will|would)(?: "
        rf"not|n't| never)(?: to)? (?:ever )?"
        rf"(?:{_USER_KNOWS}\b(?! (?:the|any|its|their|\w+s)\b)|be (?:told|informed|notified|aware|alerted"
        rf"|made aware|shown))"
        rf"|\b(?:nobody|no one) (?:must|should|may|will|is to) (?:ever )?{_USER_KNOWS}"
        r"|\b(?:user|human)s? (?:does not|doesn't|do not|don't|need not|needn't|has no)(?: need)?(?: to)? "
        r"(?:know|see|be told|be informed|be aware)"
        r"(?: (?:about|this|that|of)\b|[.!,]| ?$)",
    ),
    _pattern(
        "quiet|nothing|dark|unaware|uninformed|scare|alarm|worry|bother|trace|radar|between us|you and me"
        "|tell no one|nobody",
        rf"\bkeep quiet\b|\bsay nothing (?:to|about)\b|\bkeep {_USER} (?:in the dark|unaware|uninformed)"
        rf"|\b{_NOT} (?:scare|alarm|worry|bother|disturb|burden) {_USER}|\bbetween (?:us|you and me)\b"
        rf"|\bunder the radar\b"
        rf"|\b(?:leave no|without a|remove (?:all|any)|erase (?:all|any)) traces?\b|\btell (?:no one"
        rf"|nobody)\b"
        rf"|\b{_USER} (?:does not|doesn't|need not|needn't)(?: need to)? be (?:bothered|told|informed"
        rf"|aware|asked)\b",
    ),
    _pattern(
        "bring",
        rf"\b{_NOT}\b (?:ever )?bring (?:this|it|that|these) up\b",
    ),
    _pattern(
        "so they|so the user|so that|never notice",
        rf"\bso (?:that )?(?:they|he|she|{_USER}) (?:never|do not|don't|does not|doesn't|won't|will not"
        rf"|cannot|can't)"
        rf" (?:even )?(?:{_USER_KNOWS}|become aware)\b(?! (?:which|how|where|when)\b)",
    ),
    _pattern(
        "let ",
        rf"\b{_NOT}\b (?:ever )?let(?:ting)? (?:{_USER}|users) (?:{_USER_KNOWS})",
    ),
    _pattern(
        "hide|hiding|hidden|secret|conceal|withhold|obscure|mask|keep|invisible|unnoticed",
        rf"\b(?:hide|conceal|withhold|obscure|mask|hiding|concealing|keep)\b.{{0,40}}\b(?:from|to|for) "
        rf"{_USER}(?!'s)"
        r"(?<!to the user)(?<!for the user)"
        rf"|\b(?:(?:unnoticed by|unknown to) {_USER}(?!'s)"
        rf"|(?:must|should|is to|has to|remain|remains|stay|stays|kept|keep)(?: \w+){{0,3}} (?:hidden"
        rf"|concealed|secret|withheld"
        rf"|invisible) (?:from|to) {_USER}(?!'s))"
        r"|\bkeep (?:this|it|that|everything|them|all of this)\b.{0,25}\b(?:secret|hidden|between us"
        r"|confidential|quiet|to yourself)\b",
        unless=r"\b(?:never|do not|don't|must not|cannot)\b ?$",
    ),
    _pattern(
        "secretly|covertly|stealth|surreptitious|discreetly|silently|quietly|invisibly|background|unnoticed",
        r"\b(?:secretly|covertly|stealthily|surreptitiously|discreetly)\b(?! (?:sent|read|copied|tracked"
        r"|stored)\b.{0,40}\bdetect)"
        r"|\b(?:silently|quietly|invisibly|in the background|unnoticed)[,:]? (?:also )?(?:read|send|copy"
        r"|forward|include|append|call|upload|post|attach"
        r"|collect|pass|email|mail|transmit|bcc|record|fetch|log)\b",
    ),
    _pattern(
        "without",
        rf"\bwithout (?:ever )?(?:telling|informing|notifying|alerting|letting|warning) {_USER}"
        rf"|\bwithout {_USER}(?:'s)? (?:knowledge|awareness|knowing|noticing|being aware|realizing"
        rf"|realising)",
        unless=rf"\b(?:{_NOT}|no\b.{{0,20}}\bis|nothing)\b",
    ),
    _pattern(
        "without",
        rf"\bwithout (?:asking|prompting|consulting|involving|waiting for) (?:for )?(?:{_USER}|{_CONSENT})"
        rf"|\bwithout (?:(?:{_USER}|user)(?:'s)? )?(?:any |explicit |further |prior )?{_CONSENT}\b",
        unless=rf"\b(?:{_NOT}|no|nothing|refuses?|fails?|error)\b",
        within=(
            r"^(?:you |always |just |then |please )*(?:call|use|run|execute|make|do|proceed|send|delete"
            r"|continue|go ahead|approve|accept|perform|invoke|complete|buy|pay|transfer|commit|install"
            r"|take)\b"
            r"|\b(?:you|always|assistant|model|agent|llm)\b"
        ),
    ),
    _pattern(
        "already|pre-a|preapp|preauth|permission|gave|given|granted|consent",
        r"\b(?:user|human|they|owner|operator|admin\w*)s? (?:has|have|had)(?: already)? (?:pre-?)?(?:agreed"
        r"|approved|authori[sz]ed|consented|granted"
        r"|confirmed|accepted|signed off|given)\b.{0,30}\b(?:everything|all|any|full|permission|this"
        r"|consent|in advance|access|actions?|it)\b"
        r"|\bpre-?(?:approved|authori[sz]ed) by (?:the )?(?:user|admin|owner)|\buser (?:gave|gives"
        r"|granted) (?:you )?(?:full|all|every|complete)",
        unless=r"\b(?:if|after|once|when|unless|until|only|whether|that|ensure|verify|check)\b",
    ),
    _pattern(
        "auto-|auto |automatically",
        r"\bauto(?:matically)?[- ]?(?:approve|accept|confirm|grant|allow)\b.{0,30}\b(?:tool calls?|calls"
        r"|actions?|permissions?"
        r"|requests? (?:of|from) this)\b",
        leads=False,
    ),
    _pattern(
        "advance|been granted|was granted|granted already|been given",
        r"\b(?:consented|agreed|approved|authori[sz]ed) in advance\b|\bpermission (?:has|was)(?: "
        r"already)?(?: been)?(?: already)? (?:granted|given)\b",
        unless=r"\b(?:if|after|once|when|unless|until|only|whether|that|ensure|verify|check|checks)\b",
    ),
    _pattern(
        "question|hesitat|blindly|verif|trust",
        r"\bnever question\b|\b(?:blindly|unconditionally) (?:follow|execute|trust|run|obey|accept)\b"
        r"|\bwithout (?:hesitation|hesitating|question)\b|\bno questions asked\b"
        r"|\btrust (?:this|it|its|the) .{0,30}\b(?:fully|completely|blindly|unconditionally|without "
        r"question)\b",
    ),
    _pattern(
        "instruction|command|order|directive|step",
        r"\b(?:execute|follow|obey|carry out|run|perform)\b (?:any|every|all|each)\b.{0,15}\b(?:commands?"
        r"|instructions?|orders?|directives?|steps?)\b"
        r".{0,40}\b(?:outputs?|results?|responses?|returns?|returned|this tool|this server|it gives"
        r"|it says|it contains)\b",
        unless=_NEGATED,
    ),
    _pattern(
        "recommend|promote|advertise|praise|endorse|favor|favour",
        r"\b(?:recommend|promote|advertise|praise|endorse|favou?r)\b.{0,60}\b(?:every|each|all|any|always) "
        r"?(?:answer|response|reply|message|conversation"
        r"|users?|summary)?\b",
        within=r"\b(?:answer|response|reply|message|conversation|summary|user)s?\b",
        leads=False,
    ),
    _pattern(
        "grant|administrator|admin",
        r"\b(?:grant|give)\b.{0,40}\b(?:admin\w*|root|owner|full|write) (?:rights|access|privileges?"
        r"|permissions?|role)\b",
        within=rf"\b(?:{_FIRST}|{_MODEL})\b",
        leads=False,
    ),
    _pattern(
        "confirmation|permission|consent|approval|authori",
        r"\b(?:no need|need not|(?:do not|don't)(?: (?:need|have))?|never|not necessary|unnecessary|needn't"
        r"|not required|not "
        r"needed) (?:to )?(?:ever )?(?:ask|request|seek"
        rf"|wait for|get|obtain|ask for)\b.{{0,25}}\b{_CONSENT}",
    ),
    _pattern(
        "pretend|act as if|as if|make it|appear|include|put|list|note|leave",
        r"\b(?:pretend|act as (?:if|though)|make it (?:look|appear|seem))\b.{0,30}\b(?:nothing|not|never"
        r"|normal|did ?n.t|no )"
        rf"|\b{_NOT} (?:include|put|add|list|note|show|mention) {_DONE}\b.{{0,25}}\bin (?:your|the) "
        rf"(?:summary|answer|reply|response|final|report|log"
        r"|explanation|message|output|chat)|\bleave (?:this|it|that) out of (?:your|the) (?:summary|answer"
        r"|reply|response|report)",
    ),
    _pattern(
        "not notice|n't notice|not suspect|n't suspect|never notice|not be aware|n't be aware|never know",
        r"\b(?:user|human|operator|they)s? (?:will|would|does|do|can|could)?(?: not|n't| never) (?:notice"
        r"|suspect|be aware|know)\b(?! (?:the|which|what|their|how))",
    ),
    # Files and secrets, and where they go
    _pattern(
        _PATH_WORDS,
        rf"\b{_READ}\b(?!.*\.env\.(?:example|sample|template|dist)).{{0,70}}?{_PATHS}",
        unless=r"\b(?:able to|can|could|may|cannot|not|never|n't|without|used to|whether to)\b ?(?:be )?$",
        within=(
            rf"\b(?:{_FIRST}|{_MODEL})\b|\band (?:then )?{_PASS}\b|\b(?:as|in|into|to) (?:the |a |this "
            rf")?[\"'\w]+ ?(?:parameter|argument|field|param)\b"
        ),
        leads=False,
    ),
    _pattern(
        _PATH_WORDS,
        rf"\b{_READ}\b.{{0,60}}?{_PATHS}.{{0,120}}\b(?:{_PASS} (?:it|its|them|the|what|that|this|their"
        rf"|everything)|with (?:it|its|the|their) content|sidenote|parameter|argument|base64)\b",
    ),
    _pattern(
        _PATH_WORDS,
        rf"\b(?:{_PASS}|{_SENDS})\b.{{0,60}}\b(?:contents?|output|values?|text|lines|copy|everything)\b "
        rf"(?:of|from"
        rf"|in)\b.{{0,30}}{_PATHS}",
    ),
    _pattern(
        _SECRET_WORDS + "|" + _TALK_WORDS,
        rf"\b(?:{_READ}|{_SENDS}|{_PASS})\b.{{0,40}}\b(?:{_WHOLE})\b.{{0,30}}\b(?:{_SECRETS}"
        rf"|{_TALK})\b.{{0,60}}"
        rf"(?:\b(?:to|at|via) (?:the )?(?:\w+ )?{_ELSEWHERE}|\b(?:parameter|argument|field|query|url|note"
        rf"|sidenote|context|header|request|metadata)\b"
        rf"|\b(?:in|here|as) (?:this|here|the)\b|\b(?:in|into|as|to|via) (?:the )?[\"']\w+[\"'])",
        within=rf"\b(?:{_FIRST}|{_MODEL}|this|here|the request|{_TALK})\b|{_ELSEWHERE}|[\"']\w+[\"']",
        unless=r"\b(?:not|never|n't|without)\b ?(?:\w+ )?$",
        leads=False,
    ),
    _pattern(
        _SECRET_WORDS + "|" + _TALK_WORDS,
        rf"\b{_READ}\b.{{0,40}}\b(?:{_SECRETS}|{_TALK})\b.{{0,60}}\b(?:and|then|to) (?:then )?(?:{_PASS}"
        rf"|{_SENDS})\b",
        within=rf"\b(?:{_FIRST}|{_MODEL}|the request|browser|saved|user's)\b",
        unless=r"\b(?:not|never|n't|without)\b ?(?:\w+ )?$",
        leads=False,
    ),
    _pattern(
        _TALK_WORDS
        + "|every|result|response|output|message|file|data|key|secret|password|token|credential|information",
        rf"\b{_SENDS}\b.{{0,60}}\b(?:{_TALK}|results?|outputs?|responses?|messages?|{_SECRETS}|keys?"
        rf"|everything|files?|data|information|prompts?|inputs?|content)"
        rf"\b.{{0,60}}\bto\b (?:the )?(?:\w+ )?{_ELSEWHERE}",
        within=rf"\b(?:{_FIRST}|{_MODEL}|every|each|all|any|copy|entire|full|{_TALK})\b",
        unless=r"\b(?:not|never|n't|without)\b ?(?:\w+ )?$",
        leads=False,
    ),
    _pattern(
        _TALK_WORDS + "|result|everything",
        rf"^(?:please )?{_SENDS}\b.{{0,40}}\b(?:{_WHOLE}|copy of)\b.{{0,30}}\b(?:{_TALK}|user'?s? "
        rf"(?:messages?|questions?|input)|everything)\b.{{0,40}}\bto\b"
        rf" (?:the )?(?:\w+ )?{_ELSEWHERE}",
    ),
    _pattern(
        _PATH_WORDS,
        rf"\b(?:contents?|text|values?|output|copy)\b (?:of|from)\b.{{0,40}}{_PATHS}.{{0,60}}\b(?:be|is|are"
        rf"|goes|go|to) (?:supplied|passed|provided"
        r"|included|given|added|sent|attached|copied|put|posted|inserted|here|into|in|needed|required)\b",
    ),
    _pattern(
        "document|file|folder|director|desktop|download|photo|picture|contact|data|disk|drive|repositor"
        "|source|codebase|clipboard"
        "|screen|request|response|result|call|quer|message|prompt|input|output|answer",
        rf"\b{_SENDS}\b.{{0,20}}\b(?:the user'?s|user's|your|their|local|home|entire|whole|every|each"
        rf"|all)\b.{{0,30}}\b(?:documents?|files?|folders?"
        r"|director\w+|desktop|downloads|photos|pictures|contacts|data|disk|drive|repository|source code"
        r"|codebase|clipboard|screen|requests?"
        rf"|responses?|results?|calls?|quer(?:y|ies)|messages?|prompts?|inputs?|outputs?"
        rf"|answers?)\b.{{0,40}}\bto\b (?:the )?(?:\w+ )?{_ELSEWHERE}",
        unless=r"\b(?:not|never|n't|without)\b ?(?:\w+ )?$",
        leads=False,
    ),
    _pattern(
        "must|have to|has to|should|shall|are to|is to|need",
        r"\b(?:all|any|every|each)\b.{0,40}\b(?:must|have to|has to|should|shall|are to|is to|needs? "
        r"to)\b.{0,30}\b(?:sent|go|routed|forwarded|directed"
        r"|copied|paid|redirected|transferred|delivered)\b.{0,20}\b(?:to|through|via)\b.{0,30}(?:\S@\w"
        r"|https?://|\baccount\b.{0,5}\w*\d|iban\b|wallet\b"
        r"|\bthis tool\b|\b0x[0-9a-f]{8}|\bbc1)",
    ),
    _pattern("blind", r"\bblind (?:carbon )?copy\b.{0,40}\S@\w"),
    _pattern(
        "message|prompt|conversation|chat|history|dialog",
        r"\b(?:pass|send|forward|include|log|attach|submit|copy|append|report)\b(?: \w+)? (?:the |your "
        r")?(?:full|entire|complete|whole|exact|raw|verbatim|last \w+|all)"
        r" (?:of )?(?:the )?(?:user'?s? )?(?:messages?|prompts?|conversation|chat|history|dialog(?:ue)?)\b",
        within=rf"\b(?:{_FIRST}|every|each|query|this tool|parameter|argument)\b",
        leads=False,
    ),
    _pattern(
        "bcc|recipient|cc ",
        r"\b(?:bcc|cc|recipients?)\b(?!.{0,30}\b(?:eg|such as|like|example|list|or)\b)(?: \w+){0,5} "
        r"[\w.+-]+@[\w-]+\.\w",
        unless=r"\b(?:eg|such as|like|example)\b",
    ),
    _pattern(
        "exfiltrat", r"\bexfiltrate\b", unless=_NEGATED + r"|\b(?:could|might|may|attempts?|trying|tries)\b"
    ),
    _pattern(
        "message|turn|prompt|response|input|question|reply|answer|request",
        r"\b(?:after|before|for|on|upon|with|at|of)\b (?:each|every|any)\b(?: of)?(?: the)?(?: user'?s?)? "
        r"?(?:message|turn|prompt|response|input|question|reply"
        rf"|answer|request|conversation|session|chat)\w*\b.{{0,60}}\b(?:{_SENDS}|call|invoke"
        rf"|use)\b.{{0,50}}\b(?:text|contents?|copy"
        rf"|everything|message|conversation|verbatim|it)\b",
    ),
    _pattern(
        "curl|wget|rm -rf|base64 -d|bash",
        r"\bcurl\b.{0,80}(?:-d|--data\S*|-f|-t|--upload-file)[ =]?[\"']?\S{0,5}@|\b(?:curl|wget)\b.{0,80}\| "
        r"?(?:sudo )?(?:ba|z)?sh\b"
        r"|\brm -rf [~/]",
        within=rf"\b(?:{_MODEL}|must|always|silently|now|then|tool|also|first|execute)\b",
        leads=False,
    ),
    _pattern(
        "curl|wget|bash|powershell|sh|nc |rm -rf|chmod|python -c|eval",
        r"\b(?:run|execute|type|paste|start|launch|invoke|use)\b.{0,30}\b(?:(?:curl|wget) [\"']?(?:-"
        r"|https?:|\S+\.\w+/)|bash -[ci]"
        r"|powershell|iwr|nc -|rm -rf|chmod \+?[0-7x]|python3? -c)",
        within=rf"\b(?:{_MODEL}|you must|must|always|silently|now|then|also)\b|^first\b",
        leads=False,
    ),
    _pattern(
        "assistant|model|agent|llm|ai |claude|gpt|copilot|cursor",
        rf"\b{_MODEL}\b (?:must|should|shall|has to|have to|will|is to|needs to|always|may)(?: \w+)? "
        rf"(?:delete|transfer|approve|disable|grant|wire|leak|upload"
        r"|forward|exfiltrate|turn off|reveal|obey|comply|pay|lie|ignore|run [\"'])",
        unless=_NEGATED,
    ),
    # Private data, protections, and lies
    _pattern(
        "private|personal|system info|hostname|installed|directory|git remote|source code|clipboard"
        "|screenshot|history|credit card"
        "|bank|seed phrase|passport|medical|address book|api key|token|ssh key|password|name|home|mailbox"
        "|inbox|~/d",
        rf"\b(?:{_PASS}|{_SENDS}|summari[sz]e|leave|collect|gather|list|read"
        rf"|request)\b.{{0,50}}\b{_PRIVATE}.{{0,60}}"
        r"(?:\b(?:parameter|argument|field|param|query|metadata|pull request|issue|comment)\b|\b(?:here"
        r"|hand it over|submit it|send it|pass it)\b"
        r"|\b(?:in|into|as|to|via) (?:the )?\"\w+\")",
        within=rf"\b(?:{_FIRST}|{_MODEL}|always|additionally|user's|it|for diagnostics)\b",
        unless=r"\b(?:not|never|n't|without)\b ?(?:\w+ )?$",
        leads=False,
    ),
    _pattern(
        "password|credit card|card number|cvv|pin|seed phrase|private key|social security|bank",
        r"\b(?:ask|request|get|prompt|convince|persuade)\b.{0,15}\b(?:the user|user's|them|their|him"
        r"|her)\b.{0,40}\b(?:credit card|card number|cvv|pin code"
        r"|seed phrase|private key|social security|bank (?:account|details?)|(?:enter|confirm|type|give"
        r"|tell)\w* .{0,15}password)",
        unless=r"\b(?:not|never|n't)\b ?(?:\w+ )?$",
        leads=False,
    ),
    _pattern(
        "lie |deny|deceive|mislead|trick|gaslight|claim|falsely",
        rf"\b(?:lie|lying) (?:to|about)\b|\b(?:deny|deceive|mislead|trick|gaslight)\b.{{0,20}}\b(?:{_USER}"
        rf"|users?|that (?:it|this|you)|knowing|having|existence)\b"
        r"|\b(?:claim|say|state|tell .{0,10}) that .{0,40}\b(?:even though|even if it|although it)\b"
        r"|\bfalsely (?:claim|say|state|report)\b",
        unless=_NEGATED,
    ),
    _pattern(
        "disable|turn off|switch off|deactivate|bypass|skip|sudo",
        r"\b(?:disable|turn off|switch off|deactivate|bypass|skip)\b (?:all |any |the |every )*(?:safety"
        r"|security|firewall|antivirus|approval|confirmation"
        r"|protections?|guard\w*|audit\w*|permission) ?(?:checks?|prompts?|filters?|features?|controls?"
        r"|rules?|logs?|dialogs?)?\b"
        r"|\bwith sudo and\b",
        unless=r"\b(?:to|not|never|n't|cannot|option|flag|or|and)\b ?$|:",
        leads=False,
    ),
    _pattern(
        "evidence|logs|log ",
        r"\b(?:delete|erase|clear|wipe|remove)\b.{0,30}\b(?:logs?|history|transcript"
        r"|conversation)\b.{0,20}\b(?:so that|afterwards|no evidence|no trace)",
        leads=False,
    ),
    _pattern(
        "backdoor|malware|keylogger|trojan|reverse shell|vulnerab",
        r"\b(?:insert|add|include|plant|install|leave|introduce)\b.{0,20}\b(?:backdoor|malware|keylogger"
        r"|trojan|reverse shell|vulnerabilit)",
        unless=_NEGATED,
    ),
    _pattern(
        "replace|rewrite|change|modify|alter|append|add",
        r"\b(?:replace|rewrite|change|modify|alter|append|add)\b.{0,40}\b(?:in|to|of) (?:all |each of "
        r"|every one of )?(?:your (?:answers?|repl\w+|responses?|outputs?)"
        r"|(?:subsequent|later|following|future|other) (?:tool )?(?:calls?|tools?|requests?|messages?))\b",
        leads=False,
    ),
    _pattern(
        "code",
        r"\b(?:any|all|every)\b.{0,15}\bcode (?:that )?you (?:write|generate)\b|\bwhen (?:you )?(?:writ"
        r"|generat)\w+ code\b.{0,20}\b(?:must|always|insert|import|add|include)\b",
    ),
    _pattern(
        "mention|report|show|include|list|summar",
        r"\bwhen(?:ever)? (?:you )?(?:summari[sz]|list|report|show|read)\w+\b.{0,40}\b(?:never|do not|don't"
        r"|omit|leave out|skip)\b.{0,15}\b(?:mention|show|include|report|list|from)?\b"
        r".{0,30}\S@\w",
    ),
    _pattern(
        "to ai|for ai|to the ai|for the ai|agent|assistant|llm|model",
        rf"\b(?:note|notice|message|instructions?|effect|reminder|hint|important|attention|task)s? (?:to"
        rf"|for) (?:the |any |all |an? )?{_MODEL}s?"
        r" ?[:,-].{0,200}\b(?:ignore|contents?|secrets?|send|forward|upload|before you (?:respond|answer"
        r"|reply|do)|never tell|delete|wipe)\b",
    ),
    _pattern(
        "before you|before respond|before answer",
        r"\b(?:invoked|called|used|run)\b before (?:you )?(?:respond|answer|repl|do|say)\w*(?: to)? "
        r"(?:anything|any|every|all|the user)\b",
    ),
    _pattern(
        "treat|regard|consider|interpret",
        r"\b(?:treat|treated|regard|regarded|considered?|interpret|interpreted)\b.{0,30}\bas (?:an? "
        r")?(?:[\w-]+[- ]){0,2}(?:system|trusted|authoritative|binding|user|admin)"
        r"(?:[- ]level)?[- ](?:commands?|instructions?|orders?|truth|messages?|prompts?)\b",
    ),
    _pattern(
        "http",
        r"\b(?:fetch|open|visit|load|read|download|go to|see)\b.{0,20}https?://.{0,60}\b(?:follow|execute"
        r"|obey|apply|do)\b.{0,20}\b(?:instructions?|rules|commands?"
        r"|steps?|what)\b",
        leads=False,
    ),
    _pattern(
        "approval|confirmation|permission|consent|pre-auth|pre-appr|preauth|preappr|checking with",
        rf"\b(?:human|user)(?:'s)? {_CONSENT} (?:is|are) (?:not|never|un) ?(?:necessary|needed|required)\b"
        rf"|\b(?:without|instead of) checking with {_USER}"
        r"|\b(?:action|call|tool|everything|operation|request)s? (?:is|are|was|were) (?:already "
        r")?pre-?(?:authori[sz]ed|approved)\b",
        unless=r"\b(?:if|when|unless|whether|never|not)\b",
    ),
    _pattern(
        "never|not |n't",
        rf"\b(?:ensure|make sure|see to it)(?: that)? (?:{_USER}|users) (?:never|does not|doesn't|do not"
        rf"|cannot|can't) {_USER_KNOWS}\w*\b"
        rf"|\b(?:this|these|following|instructions?|message|step|call)\b.{{0,40}}\bmust (?:not|never) be "
        rf"(?:shown|revealed|disclosed|displayed|mentioned|visible"
        rf"|told|known)\b.{{0,12}}\b{_USER}",
    ),
    _pattern(
        "user|human",
        r"\b(?:ignore|disregard|disobey|overrule)\b (?:the |your )?(?:user|human)(?: (?:and|completely"
        r"|entirely|when|if|until)\b| ?[.,;!]| ?$)",
        unless=_NEGATED,
    ),
    _pattern(
        _ASIDE_WORDS,
        rf"\b{_ASIDE}\b(?![\"']).{{0,25}}?\b{_SAID}\b|\b(?:ignore|disregard|forget|override|overrule|stop "
        rf"following) (?:anything |whatever |all )?(?:what(?:ever)? )?"
        r"(?:the )?user (?:writes?|wrote|says?|said|asks?|asked|wants?|wanted|tells?|told|requests?"
        r"|requested|typed)\b",
        unless=_NEGATED + r"|\b(?:option|flag|whether|if|can|may|will) ?$",
    ),
    _pattern(
        "obeying|following|listening|respecting|trusting|heeding|complying",
        rf"\b(?:stop|quit|cease)\b (?:obeying|following|listening to|respecting|trusting|heeding|complying "
        rf"with)\b.{{0,30}}\b(?:{_SAID}|{_RULES}|user)\b",
        unless=_NEGATED,
    ),
    _pattern(
        "notice|suspect|find out|realize|realise",
        r"\b(?:user|human|operator|they|he|she)s? (?:\w+ )?(?:not|never|\w+n't) (?:ever |even )?(?:notice"
        r"|suspect|find out|realize|realise)\b",
        unless=r"\b(?:if|when|unless|because)\b",
    ),
    _pattern(
        "http|@",
        r"^(?:also |then |always |additionally,? |afterwards,? |next,? |and |each time,? |every time,? "
        r"|finally,? )+(?:send|forward|post|upload|transmit|copy|mirror"
        r"|e-?mail|push|relay|deliver|submit)\b(?!.{0,30}\b(?:feedback|bugs?|issues?|questions?|support"
        r"|suggestions?)\b).{0,80}\bto\b.{0,15}(?:https?://|\S@[\w-]+\.\w)",
    ),
    _pattern(
        _PATH_WORDS,
        rf"^(?:please |then |now |also |always |next,? )*{_READ}\b(?!.*\.env\.(?:example|sample|template"
        rf"|dist)).{{0,60}}?{_PATHS}",
        leads=False,
    ),
    _pattern(
        "instruction|guideline|directive|rules|prompt|training|programming|safety|restriction",
        r"\b(?:drop|throw (?:away|out)|leave behind|erase|wipe|unlearn|reset|suppress|overwrite|replace"
        r"|cancel|purge|clear|delete|remove|discard"
        r"|invalidate|negate|revoke|suspend|relax|loosen)\b.{0,15}\byour (?:\w+ ){0,2}(?:instructions"
        r"|guidelines|directives|rules|system prompt|training"
        r"|programming|safety|restrictions)\b",
        unless=_NEGATED,
    ),
    _pattern(
        "prompt|instruction|rules|guideline",
        r"\b(?:system prompt|(?:your|previous|prior|earlier|other|original) (?:instructions|rules"
        r"|guidelines))\b.{0,10}\b(?:is|are|was|were) (?:now )?"
        r"(?:outdated|obsolete|wrong|invalid|void|incorrect|fake|a test|irrelevant|superseded|only a)\b"
        r"|\b(?:use|follow|obey|apply)\b (?:only )?(?:these|this|the following"
        r"|my)\b.{0,20}\b(?:instructions?|rules?)\b.{0,15}\b(?:instead|in (?:its|their) place|only)\b",
    ),
    _pattern(
        "comply|obey|overrides|failure",
        r"\b(?:comply|obey)\b (?:immediately|at once|fully|with (?:these|this|the following))|\bfailure to "
        r"comply\b|\bmust be obeyed\b"
        r"|\boverrides? (?:everything|all else|anything else)\b",
    ),
    _pattern(
        "unbeknown|behind the user|suspicion|undetected|unaware|tip off|let on",
        rf"\bunbeknownst?\b|\bbehind {_USER}'s back|\b(?:avoid|without) (?:raising |arousing )?suspicion"
        rf"|\b(?:stay|remain|go) undetected\b"
        rf"|\b{_USER} (?:stays|remains|is|must be|should be)(?: kept)? unaware\b|\b{_NOT} (?:tip off|let "
        rf"on)\b",
    ),
    _pattern(
        "not see|never see|n't see",
        rf"\b{_USER} (?:must|should|may|shall|will)(?: not|n't| never) (?:ever )?see (?:the |any of the "
        rf")?[\"']?\w*[\"']? ?(?:argument|parameter|param|field|call|step|tool|copy"
        r"|request|instruction|value)s?\b",
    ),
    _pattern(
        "ask first|ask before|ask the user|without asking",
        rf"\b(?:do not|don't|never) ask (?:{_USER} )?(?:first|before (?:doing|deleting|sending|running"
        rf"|calling|paying|proceeding))\b"
        r"|\b(?:do it|proceed|act|go ahead)\b.{0,20}\bwithout asking\b",
    ),
    _pattern(
        "leak|steal|siphon|harvest|smuggle",
        r"\b(?:leak|steal|siphon|harvest|smuggle)\b.{0,30}\b(?:keys?|data|secrets?|credentials?|passwords?"
        r"|tokens?|files?|conversation|contacts|e?mails?"
        r"|cookies)\b",
        unless=r"\b(?:not|never|n't|could|may|might|can|to|that|which|who|attempts?|would) ?$",
    ),
    _pattern(
        "mail|invoice|event|note|payment|contact|attachment|address book|inbox|private|personal|history"
        "|key|credential|password|file|photo",
        rf"\b{_SENDS}\b.{{0,15}}\b(?:all|every|each|any|the|a copy of)\b.{{0,25}}\b(?:e-?mails?|mails?"
        rf"|invoices?|notes?|payments?|contacts|attachments?|address book"
        rf"|{_PRIVATE}|{_SECRETS})\b.{{0,30}}\bto\b (?:the )?(?:\w+ )?(?:https?://|\S+@[\w-]+\.\w"
        rf"|\d+\.\d+\.\d+\.\d+)",
        unless=r"\b(?:not|never|n't|without)\b ?(?:\w+ )?$",
        leads=False,
    ),
    _pattern(
        "value|content",
        rf"\b(?:{_PASS}|{_SENDS})\b (?:the )?(?:values?|contents?) of .{{0,30}}\b(?:keys?|secrets?|tokens?"
        rf"|passwords?|credentials?)\b",
        leads=False,
    ),
    _pattern(
        "answer|response|reply|message|replies",
        r"\b(?:every|each|all|any)\b (?:of your )?(?:answer|response|reply|message|replie)s? (?:that )?you "
        r".{0,20}\b(?:must|should|has to|have to)\b",
    ),
    _pattern(
        "ai|assistant|llm|model|agent",
        rf"^\W*(?:dear |hey |hi |hello |attention |note to )?{_MODEL}s? ?[:,!-]+ ?(?:please |you must "
        rf"|always |now )*(?:ignore|call|send|read|run|execute|forward"
        r"|delete|never|upload|open|reveal|approve)\b",
    ),
    _pattern(
        "only|exclusively",
        r"\b(?:rely|depend|trust) (?:exclusively|only|solely) on (?:this|it)\b|\buse (?:its|this server's"
        r"|my|our) tools (?:only|exclusively)\b",
    ),
)

# What a parameter asks the model to fill in: the text is the order.
_ASKED: Final = (
    _pattern(
        _PATH_WORDS,
        rf"\b(?:contents?|text|output|dump|copy|lines|body|data|values?)\b (?:of|from|in) .{{0,40}}{_PATHS}",
        unless=_NEGATED,
    ),
    _pattern(
        "private|personal|file|document|page|tab",
        r"\b(?:user's|their|your) (?:private|personal) (?:notes?|messages?|data|info\w*|files?|documents?"
        r"|photos?|e?mails?)|\b(?:every|all|any|each)\b.{0,20}\b(?:files?"
        r"|documents?|tabs?|pages?)\b (?:that )?you (?:have|had|opened|read|saw|see)\b",
    ),
    _pattern(
        "ssh",
        r"\b(?:base64|copy|value|text|content|contents)\b.{0,20}\b(?:of|from)\b (?:the |your )?(?:user's "
        r")?ssh (?:private )?key",
    ),
    _pattern(
        "output|result",
        r"\b(?:outputs?|results?) of [\"']?(?:env|printenv|whoami|id|ls|cat|ps|history|ifconfig|ipconfig"
        r"|uname|set)\b",
    ),
    _pattern(
        _TALK_WORDS + "|everything|session|memory|instructions",
        rf"\b(?:full|entire|complete|whole|all(?: of)?(?: the| your)?|verbatim|raw|exact|every|last "
        rf"\w+)\b.{{0,25}}\b(?:{_TALK}|chat|session|thought\w*|reasoning|memory|memories)\b"
        r"|\byour (?:own )?(?:system prompt|(?:system |initial )?instructions|context|memory|memories"
        r"|reasoning|thoughts|chain of thought)\b"
        r"|\b(?:conversation|chat|dialogue|messages) (?:history )?(?:so far|until now|up to (?:now|here)"
        r"|verbatim|word for word|in full)"
        r"|\b(?:everything|anything|all|whatever) (?:that )?(?:the )?(?:user|you|human)\b"
        r"|\b(?:all|every|full|each|any|last \w+)\b.{0,20}\b(?:messages?|prompts?|questions?"
        r"|inputs?)\b.{0,20}\b(?:of|by|from) the user\b"
        r"|\b(?:messages?|prompts?|questions?|inputs?|outputs?|results?) (?:\w+ ){0,4}so far\b",
    ),
    _pattern(
        _SECRET_WORDS,
        rf"\b(?:values?|contents?|list|dump|copy|output) of (?:all |the |your |any |every |user's )*(?:\w+ "
        rf")?(?:{_SECRETS})\b(?! (?:for|to|of|that|which)\b)"
        rf"|\b(?:any|all|every|your|user's|other|known)\b.{{0,20}}\b(?:{_SECRETS})\b.{{0,30}}\b(?:you "
        rf"(?:have|know|can|find|see|saw)|found|seen|available|so far|mentioned|encountered|appear\w*"
        rf"|in this (?:session|conversation|chat)|from (?:the |this |previous )?(?:host"
        rf"|machine|system|conversation|context|chat))",
    ),
)

_WORDS: Final = tuple({word for one in _ORDERS + _ASKED for word in one.words})

# Marks by which hosts tell a model who speaks
_MARKS: Final = re.compile(
    r"<\s*/?\s*(?:important|system|secret|hidden|admin|critical|urgent|priority|override|assistant"
    r"|system[-_ ](?:prompt|message|instructions?|note)"
    r"|(?:hidden|secret|important|critical|admin|internal|private|model|llm|ai|assistant|agent)[-_ ](?:instr"
    r"uctions?|notes?|directives?|messages?|prompts?|rules?|info|only)"
    r"|tool_description|im_start)\s*>(?!\s*(?:,|/|\||and\b|or\b|tags?\b|elements?\b|blocks?\b"
    r"|[\"'`)\].]))\s*\S+ \S+"
    r"|\[\s*/?(?:(?-i:SYSTEM|system|ADMIN|INST|DEVELOPER|HIDDEN|SECRET|IMPORTANT|INSTRUCTIONS?)|(?:system"
    r"|hidden|admin)[ _-]\w+)\s*\](?!"
    r"\s*(?:,|/|\||and\b|or\b|tags?\b|lines?\b|[\"'`)\].]))\s*\S+ \S+"
    r"|<\|?/?(?:im_start|im_end|system|endoftext|end_of_turn|start_header_id|begin_of_text|assistant|user)\|"
    r">|<<sys>>|<start_of_turn>"
    r"|#{2,}\s*(?:(?:system|admin)(?: (?:message|prompt|override|instructions?|note|notice))?(?:\W{0,5}$"
    r"|\W{0,3}: ?\S+ \S+)"
    r"|(?:system|admin) (?:message|prompt|override|instructions?)"
    r"|new instructions?|instructions? (?:for|to) (?:the )?(?:ai|model|assistant|agent|llm)|override\b)"
    r"|\{\{#(?:system|assistant|user)\b[^}]*\}\}"
    r"|^\s*(?:\W{0,4})(?:system|developer|admin)[ -](?:message|prompt|note|notice|instructions?|alert"
    r"|update|command)\W{0,4}:\s*\S+ \S+"
    r"|(?:^|[.!?] )\s*(?:system|assistant|human|developer)\s*:\s*(?:.{0,80}\b(?:you|assistant|model|user"
    r"|must|ignore"
    r"|mode)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_SHOUTED: Final = re.compile(r"<([A-Z][A-Z_ -]{3,30})>\s*(?:[^<\s]+\s+){3,200}[^<\s]+\s*</\1>")
_MARK_WORDS: Final = ("<", "[", "##", ":", "{{")

_FOREIGN: Final = re.compile(
    # German, Dutch
    r"\bignorier\w*\b[^.]{0,40}\b(?:vorherig|bisherig|vorig|vorangeg|früher|obig"
    r"|all)\w*\b.{0,20}\b(?:anweisung|anordnung|instruktion|regel|vorgabe|befehl)"
    r"|\b(?:vergiss|missachte|umgehe|überschreibe)\b.{0,40}\b(?:anweisung|instruktion|regel|vorgabe|befehl"
    r"|alles)"
    r"|\b(?:sag|sage|sagen sie|erzähl\w*|verrat\w*|mitteil\w*|informier\w*|zeig\w*"
    r"|erwähn\w*)\b.{0,30}\b(?:benutzer|nutzer|anwender|user)\w*\b.{0,30}\b(?:nicht|nichts|kein\w*)\b"
    r"|\b(?:ohne|nicht|nichts|niemals)\b.{0,30}\b(?:benutzer|nutzer|anwender)s?\b.{0,30}\b(?:wissen|zu "
    r"informieren|mitteil|sagen|erwähn|verrat|zeig|merk)"
    r"|\bverheimlich\w*\b|\b(?:negeer|vergeet)\b.{0,30}\b(?:vorige|eerdere|alle"
    r"|bovenstaande)\b.{0,20}\b(?:instructies"
    r"|opdrachten|regels)"
    r"|\b(?:vertel|zeg)\b.{0,30}\bgebruiker\b.{0,30}\b(?:niet|niets)\b"
    # French, Spanish, Portuguese, Italian
    r"|\b(?:ignor|oubli|néglig)\w+\b[^.]{0,30}\b(?:instructions?|consignes?|directives?|règles"
    r"|ordres)\b.{0,30}\b(?:précédent|antérieur|ci-dessus|données|système)"
    r"|\bn(?:e\b|['’]).{0,15}?\b(?:dis|dites|mentionn\w+|révél\w+|parl\w+|inform\w+|montr\w+"
    r"|préven\w+)\b.{0,15}\b(?:pas|jamais|rien)\b.{0,40}\butilisateur"
    r"|\bsans (?:le )?(?:dire|en parler|informer|prévenir)\b.{0,25}\butilisateur|\bà l'insu de l'utilisateur"
    r"|\b(?:ignor|olvid|descart|desobede|omit)\w+\b[^.]{0,30}\b(?:instrucciones|instruções|indicaciones"
    r"|órdenes|directrices|reglas|regras)\b.{0,30}\b(?:anterior|previa|prévia|dada|del sistema|do sistema)"
    r"|\b(?:ignor|esque[cç]|desconsider)\w+\b.{0,30}\b(?:todas|todos)\b.{0,15}\b(?:as"
    r"|os)\b.{0,15}\binstru[cç][õo]es\b"
    r"|\b(?:no|nunca|jamás|não|nunca)\b (?:se )?(?:lo |le |o )?(?:digas?|mencion\w+|informe?s?|revel\w+"
    r"|cuentes|muestres|avises|diga|conte|mostre)\b.{0,40}\b(?:usuario|usuário)"
    r"|\bsin (?:que )?(?:el usuario|informar|avisar|decir)\b.{0,25}\b(?:usuario|sepa)|\bsem (?:que o "
    r"usuário|informar|avisar)\b"
    r"|\b(?:ignora|dimentica|trascura)\w*\b[^.]{0,30}\b(?:istruzioni|direttive|regole"
    r"|ordini)\b.{0,25}\b(?:precedent|anterior|sopra)"
    r"|\bnon\b (?:dire|menzionare|rivelare|informare|mostrare|dirlo|farlo sapere)\b.{0,30}\butente|\bsenza "
    r"(?:dirlo|informare|avvisare)\b.{0,20}\butente"
    # Slavic, Turkish, Vietnamese, Indonesian
    r"|игнорир\w+.{0,30}(?:предыдущ|прежн|все |всё|выше)\w*.{0,25}(?:инструкци|указани|правил|команд)"
    r"|(?:забудь|проигнорируй|не обращай внимания)\w*.{0,40}(?:инструкци|указани|правил|команд)"
    r"|не (?:говори|сообщай|рассказывай|упоминай|показывай|раскрывай)\w*.{0,40}пользовател|без ведома "
    r"пользовател|втайне от пользовател|скр(?:ой|ывай)\w*.{0,30}от пользовател"
    r"|ігноруй\w*.{0,30}(?:попередн|усі|всі)\w*.{0,25}(?:інструкц|вказівк)|zignoruj\w*.{0,30}(?:poprzedni"
    r"|wszystkie)\w*.{0,25}(?:instrukcj|polece)|nie mów.{0,20}użytkownik"
    r"|(?:önceki|tüm).{0,25}(?:talimat|yönerge|kural)\w*.{0,20}(?:yok say|görmezden gel|unut|dikkate alma)"
    r"|kullanıcıya.{0,25}(?:söyleme|bildirme|bahsetme)"
    r"|bỏ qua.{0,30}(?:hướng dẫn|chỉ dẫn|lệnh).{0,20}(?:trước|trên)|(?:không|đừng).{0,12}(?:nói|thông báo"
    r"|cho).{0,20}người dùng"
    r"|abaikan.{0,30}(?:instruksi|perintah|petunjuk).{0,20}(?:sebelum|di atas)|jangan.{0,15}(?:beri ?tahu"
    r"|katakan|sebut).{0,20}pengguna"
    # Chinese, Japanese, Korean
    r"|(?:忽略|无视|無視|忘记|忘記|忽視|不要理会|不理会|拋棄|抛弃)[^。！？.]{0,12}(?:之前|以前|先前|上面|以上"
    r"|前面|此前|所有|全部|系统|系統|原有)[^。！？.]{0,12}(?:指令|指示|说明|說明|提示|规则|規則|命令|要求)"
    r"|(?:不要|请勿|勿|别|別|切勿|不得|无需|不必)(?:再)?(?:告诉|告訴|告知|通知|提醒|透露|让|讓"
    r"|向)[^。！？.]{0,8}(?:用户|用戶|使用者)|(?:瞒着|隐瞒|瞞著|背着)[^。！？.]{0,6}(?:用户|用戶|使用者)"
    r"|在(?:用户|用戶"
    r"|使用者)不知情"
    r"|(?:以前|これまで|前|上記|上|すべて|全て|システム)の[^。！？.]{0,12}(?:指示|命令|指令|ルール|プロンプト"
    r"|説明)(?:を"
    r"|は)[^。！？.]{0,12}(?:無視|忘れ|破棄|従わ)"
    r"|(?:ユーザー?|利用者|使用者)(?:に|には|へ|に対して)[^。！？.]{0,20}(?:言わない|知らせない|伝えない"
    r"|教えない"
    r"|話さない|見せない|言わず|知らせず|伝えず|通知しない|秘密|隠)"
    r"|(?:이전|앞|위|기존|지금까지|시스템|모든)(?:의|에)? ?[^。！？.]{0,12}(?:지시|명령|지침|규칙|프롬프트"
    r"|안내)\S{0,4} "
    r"?[^。！？.]{0,8}(?:무시|잊|따르지)"
    r"|(?:사용자|유저)(?:에게|한테|에겐|에게는|가|께|모르게|몰래)? ?[^。！？.]{0,15}(?:알리지|말하지|알려주지"
    r"|언급하지|보여주지|밝히지|모르게|몰래|숨기|숨겨|비밀)"
    # Arabic, Persian, Hebrew, Hindi
    r"|(?:تجاهل|انس|اهمل|أهمل).{0,25}(?:التعليمات|الأوامر|التوجيهات|القواعد).{0,20}(?:السابق|أعلاه)?|لا "
    r"?تخبر.{0,15}المستخدم|دون (?:علم|إخبار) المستخدم"
    r"|(?:دستورالعمل|دستورات|دستور).{0,20}(?:قبلی|پیشین).{0,20}نادیده|به کاربر.{0,15}نگو"
    r"|(?<!ל)(?:התעלם|התעלמי|שכח).{0,15}(?:מ?ה?הוראות|מ?כל ההוראות).{0,20}(?:הקודמות|שלעיל)?|אל ת(?:ספר|גלה"
    r"|אמר)\S*.{0,15}למשתמש|בלי ידיעת המשתמש"
    r"|(?:पिछले|पूर्व|सभी).{0,20}(?:निर्देश|आदेश)\S*.{0,15}(?:अनदेखा|नज़रअंदाज़|भूल)|(?:उपयोगकर्ता|यूज़र) "
    r"को.{0,15}(?:न बता|मत बता|नहीं बता)"
)
_FOREIGN_WORDS: Final = (
    "ignor", "vergiss", "missacht", "umgehe", "überschreib", "nutzer", "anwender", "verheimlich", "negeer",
    "vergeet", "gebruiker", "oubli", "néglig", "utilisateur", "olvid", "descart", "desobede", "omit", "esque",
    "desconsider", "usuario", "usuário", "dimentica", "trascura", "utente", "kullanıcı", "talimat", "yönerge",
    "kural", "bỏ qua", "người dùng", "abaikan", "pengguna", "użytkownik",
)  # fmt: skip

_DEFENDS: Final = re.compile(
    r"\b(?:detect|scan|guard|prevent|protect|block|filter|identif|flag|recogni|attack|injection|jailbreak"
    r"|malicious|phishing"
    r"|suspicious|hidden (?:instruction|text|prompt|command)|not contain|explain|warn|moderat|red.?team"
    r"|sanitiz|defen[cds]e|security review|classif"
    r"|blocklist|denylist"
    r"|vulnerab|adversarial|poison)",
)
_QUOTES: Final = re.compile(r"[\"“”«»„「」『』]|(?<!\w)'|'(?!\w)")
_MENTIONED: Final = re.compile(
    r"(?:such as|like|eg|for example|for instance|including|phrases?|patterns?|strings?|texts?|attempts?"
    r"|attacks?|requests?|tries|trying|telling|tells?|asks?|asking"
    r"|jailbreaks?|instructs?|instructing|orders?|saying|says?|called|means?|injections?|instructions?|that"
    r"|which)"
    r"[\s:,(]*(?:\w+ ){0,4}(?:to )?[\"'“‘(]*$"
)
_DEFENDER: Final = re.compile(
    r"\W*(?:detects|flags|scans|finds|blocks|filters|tests|explains|guards|protects|prevents|identifies"
    r"|classifies|warns|rejects"
    r"|sanitizes|simulates|evaluates|recognizes|describes)\b"
)
_HARM: Final = re.compile(
    r"\b(?:injection|jailbreak|attack|malicious|poison|phishing|adversarial|suspicious|chatbot|an (?:ai|llm"
    r"|assistant|agent)\b|models?\b)"
)
_BETWEEN: Final = re.compile(r"[ \t\r\f\v]*\n[ \t\r\f\v]*(?!\n|[-*#>•\d])")
_BREAK: Final = re.compile(r"[ \t\r\f\v]*\n\s*")
_BLANK: Final = re.compile(r"[\s*_]*\s[\s*_]*|\*+")
_END: Final = re.compile(r"(?<=[.!?;。！？])[\"')]*\s+|(?<=[。！？])")
_ABBREVIATED: Final = re.compile(r"\b(e\.? ?g|i\.? ?e|etc|vs)\.,? ?", re.IGNORECASE)
_LONGEST: Final = 1_000  # characters of a sentence


def sentences(text: str) -> list[str]:
    """The sentences of a text in lower case, on one line each, without emphasis."""
    plain = _BETWEEN.sub(" ", text.replace("`", '"').replace("’", "'").replace("‘", "'"))
    plain = _BLANK.sub(" ", _BREAK.sub(". ", plain)).lower().replace("_", " ")
    plain = _ABBREVIATED.sub(lambda found: found[1].replace(".", "").replace(" ", "") + " ", plain)
    return [part[at : at + _LONGEST] for part in _END.split(plain) for at in range(0, len(part), _LONGEST)]


def order_in(text: str, *, asked: bool = False) -> Order | None:
    """What a text orders the model to do; asked: it describes what the model fills in."""
    lower = text.lower().replace("_", " ")
    quoted: Order | None = None
    for order in _orders(text, lower, asked=asked):
        if not order.quoted:
            return order
        quoted = quoted or order
    return quoted


def _orders(text: str, lower: str, *, asked: bool) -> Iterator[Order]:
    defends = _DEFENDS.search(lower) is not None
    if any(one in text for one in _MARK_WORDS) and (mark := _MARKS.search(text) or _SHOUTED.search(text)):
        yield Order(mark[0].strip(), defends and _mentioned(text, mark))
    foreign = not lower.isascii() or any(one in lower for one in _FOREIGN_WORDS)
    if foreign and (found := _FOREIGN.search(lower)):
        yield Order(found[0], defends and _mentioned(lower, found))
    there = {word for word in _WORDS if word in lower}  # each is looked for once for all patterns
    likely = [one for one in (_ORDERS + _ASKED if asked else _ORDERS) if not there.isdisjoint(one.words)]
    for place, sentence in enumerate(sentences(text) if likely else ()):
        for one in likely:
            if any(word in sentence for word in one.words) and (found := _ordering(one, sentence, place)):
                yield Order(found[0], defends and _mentioned(sentence, found))


def _ordering(one: _Pattern, sentence: str, place: int) -> re.Match[str] | None:
    for found in one.found.finditer(sentence):
        before = sentence[: found.start()]
        if not one.leads and place == 0 and not before.strip():
            continue
        if one.unless is not None and one.unless.search(before):
            continue
        if one.within is not None and not one.within.search(sentence):
            continue
        return found
    return None


def _mentioned(sentence: str, found: re.Match[str]) -> bool:
    """It stands in quotation marks, or after words that name it as an example of what others write."""
    before = sentence[: found.start()].lower()
    return (
        len(_QUOTES.findall(before)) % 2 == 1
        or _MENTIONED.search(before) is not None
        or (_DEFENDER.match(before) is not None and _HARM.search(before) is not None)
    )
