<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en_US">
<context>
    <name>About</name>
    <message>
        <source>A native inspector for Model Context Protocol servers.</source>
        <translation>Model Context Protocol 서버를 살펴보는 데스크톱 프로그램입니다.</translation>
    </message>
    <message>
        <source>About MCP Desktop Inspector</source>
        <translation>MCP Desktop Inspector 정보</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>업데이트 확인</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>복사됨</translation>
    </message>
    <message>
        <source>Copy version information</source>
        <translation>버전 정보 복사</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>라이선스</translation>
    </message>
    <message>
        <source>Licence text</source>
        <translation>라이선스 전문</translation>
    </message>
    <message>
        <source>Licence: Apache-2.0. The program uses Qt {} and PySide6 {} unmodified under the GNU Lesser General Public License, version 3; their libraries may be replaced. Below is everything that it consists of.</source>
        <translation>라이선스: Apache-2.0. 이 프로그램은 Qt {}와(과) PySide6 {}을(를) GNU Lesser General Public License 버전 3에 따라 수정 없이 사용하며, 그 라이브러리를 바꿀 수 있습니다. 아래는 프로그램을 이루는 모든 것입니다.</translation>
    </message>
    <message>
        <source>MCP Desktop Inspector {}</source>
        <translation>MCP Desktop Inspector {}</translation>
    </message>
    <message>
        <source>New versions are published at {}. The program itself asks nobody.</source>
        <translation>새 버전은 {}에 공개됩니다. 프로그램이 스스로 확인하지 않습니다.</translation>
    </message>
    <message>
        <source>No text came with it; its licence is {}.</source>
        <translation>전문이 함께 오지 않았습니다. 라이선스는 {}입니다.</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>브라우저에서 열기</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>구성 요소</translation>
    </message>
    <message>
        <source>Parts of the program and their licences</source>
        <translation>프로그램의 구성 요소와 라이선스</translation>
    </message>
    <message>
        <source>Search parts and licences</source>
        <translation>구성 요소와 라이선스 검색</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>버전</translation>
    </message>
    <message>
        <source>{} of {} parts</source>
        <translation>구성 요소 {1}개 중 {0}개</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Edit</source>
        <translation>편집(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>이동(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Server</source>
        <translation>서버(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <source>About</source>
        <translation>정보</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>서버 추가…</translation>
    </message>
    <message>
        <source>Add from a bundle or server.json…</source>
        <translation>번들 또는 server.json에서 추가…</translation>
    </message>
    <message>
        <source>Apply the selected value as column</source>
        <translation>선택한 값을 열로 추가</translation>
    </message>
    <message>
        <source>Arrange the panes as at first</source>
        <translation>창을 처음 배치로 되돌리기</translation>
    </message>
    <message>
        <source>Back to the last record</source>
        <translation>이전 기록으로 돌아가기</translation>
    </message>
    <message>
        <source>Call elsewhere as well and compare…</source>
        <translation>다른 곳에서도 호출하고 비교…</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>창 닫기</translation>
    </message>
    <message>
        <source>Colour rows</source>
        <translation>행 색칠</translation>
    </message>
    <message>
        <source>Colour rules…</source>
        <translation>색 규칙…</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>열…</translation>
    </message>
    <message>
        <source>Compare rows</source>
        <translation>행 비교</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Date and time, UTC</source>
        <translation>날짜와 시각(UTC)</translation>
    </message>
    <message>
        <source>Diagnose server…</source>
        <translation>서버 진단…</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>연결 끊기</translation>
    </message>
    <message>
        <source>Edit and send…</source>
        <translation>고쳐서 보내기…</translation>
    </message>
    <message>
        <source>Edit server…</source>
        <translation>서버 편집…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Filter the list</source>
        <translation>목록 필터</translation>
    </message>
    <message>
        <source>Filter the timeline</source>
        <translation>타임라인 필터</translation>
    </message>
    <message>
        <source>Find and highlight in the timeline</source>
        <translation>타임라인에서 찾아 강조</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>첫 행</translation>
    </message>
    <message>
        <source>Forward to the next record</source>
        <translation>다음 기록으로</translation>
    </message>
    <message>
        <source>Go to record…</source>
        <translation>기록으로 이동…</translation>
    </message>
    <message>
        <source>Guided tour</source>
        <translation>둘러보기</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>도움말</translation>
    </message>
    <message>
        <source>Import a recording…</source>
        <translation>기록 파일 가져오기…</translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation>서버 가져오기…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>키보드 단축키</translation>
    </message>
    <message>
        <source>Last row</source>
        <translation>마지막 행</translation>
    </message>
    <message>
        <source>Live servers</source>
        <translation>실행 중인 서버</translation>
    </message>
    <message>
        <source>Mark all shown</source>
        <translation>보이는 행 모두 표시</translation>
    </message>
    <message>
        <source>Mark or unmark</source>
        <translation>표시 또는 표시 해제</translation>
    </message>
    <message>
        <source>Merge with…</source>
        <translation>합치기…</translation>
    </message>
    <message>
        <source>Next mark</source>
        <translation>다음 표시</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>다음 일치</translation>
    </message>
    <message>
        <source>Next message of this call</source>
        <translation>이 호출의 다음 메시지</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>다음 창</translation>
    </message>
    <message>
        <source>Next row</source>
        <translation>다음 행</translation>
    </message>
    <message>
        <source>Next server</source>
        <translation>다음 서버</translation>
    </message>
    <message>
        <source>Next time reference</source>
        <translation>다음 기준 시각</translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation>기본 크기</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>메모…</translation>
    </message>
    <message>
        <source>Open session file…</source>
        <translation>세션 파일 열기…</translation>
    </message>
    <message>
        <source>Overview of the timeline</source>
        <translation>타임라인 개요</translation>
    </message>
    <message>
        <source>Previous mark</source>
        <translation>이전 표시</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>이전 일치</translation>
    </message>
    <message>
        <source>Previous message of this call</source>
        <translation>이 호출의 이전 메시지</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>이전 창</translation>
    </message>
    <message>
        <source>Previous row</source>
        <translation>이전 행</translation>
    </message>
    <message>
        <source>Previous server</source>
        <translation>이전 서버</translation>
    </message>
    <message>
        <source>Previous time reference</source>
        <translation>이전 기준 시각</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>끝내기</translation>
    </message>
    <message>
        <source>Recent sessions</source>
        <translation>최근 세션</translation>
    </message>
    <message>
        <source>Record in a window of its own</source>
        <translation>기록을 별도 창으로</translation>
    </message>
    <message>
        <source>Restart or reconnect</source>
        <translation>다시 시작 또는 다시 연결</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Save session as…</source>
        <translation>세션을 다른 이름으로 저장…</translation>
    </message>
    <message>
        <source>Search or run…</source>
        <translation>검색 또는 실행…</translation>
    </message>
    <message>
        <source>Search the servers</source>
        <translation>서버 검색</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>다시 보내기</translation>
    </message>
    <message>
        <source>Sequence ladder</source>
        <translation>시퀀스 다이어그램</translation>
    </message>
    <message>
        <source>Set or unset time reference</source>
        <translation>기준 시각 설정 또는 해제</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>설정…</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>로그인…</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>로그아웃</translation>
    </message>
    <message>
        <source>Since the reference row</source>
        <translation>기준 행부터</translation>
    </message>
    <message>
        <source>Since the row before</source>
        <translation>앞 행부터</translation>
    </message>
    <message>
        <source>Since the start</source>
        <translation>시작부터</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>통계</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>탭</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>탭</translation>
    </message>
    <message>
        <source>The filter language</source>
        <translation>필터 언어</translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation>테마: 시스템 설정</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>테마: 어둡게</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>테마: 밝게</translation>
    </message>
    <message>
        <source>Time column</source>
        <translation>시각 열</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>Try the demo server</source>
        <translation>데모 서버 써 보기</translation>
    </message>
    <message>
        <source>Unmark all</source>
        <translation>표시 모두 해제</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>사용 설명서</translation>
    </message>
    <message>
        <source>What is this?</source>
        <translation>이것은 무엇인가요?</translation>
    </message>
    <message>
        <source>What is this? By a click</source>
        <translation>이것은 무엇인가요? 눌러서 묻기</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>확대</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>축소</translation>
    </message>
</context>
<context>
    <name>AddColumn</name>
    <message>
        <source>A row that is a call shows the value of its request, else that of its answer.</source>
        <translation>호출인 행은 요청의 값을, 없으면 응답의 값을 보여 줍니다.</translation>
    </message>
    <message>
        <source>Add a column</source>
        <translation>열 추가</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>제목</translation>
    </message>
    <message>
        <source>JSON path</source>
        <translation>JSON 경로</translation>
    </message>
    <message>
        <source>column {0}: {1}</source>
        <translation>열 {0}: {1}</translation>
    </message>
</context>
<context>
    <name>AddServerBox</name>
    <message>
        <source>Add and connect</source>
        <translation>추가하고 연결</translation>
    </message>
    <message>
        <source>Command, URL or JSON of a server</source>
        <translation>서버의 명령, URL 또는 JSON</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>Enter adds and connects · Shift+Enter is a new line</source>
        <translation>Enter로 추가하고 연결 · Shift+Enter로 줄 바꿈</translation>
    </message>
    <message>
        <source>Enter shows what it would run · Shift+Enter is a new line</source>
        <translation>Enter로 무엇이 실행될지 보기 · Shift+Enter로 줄 바꿈</translation>
    </message>
    <message>
        <source>Look at it…</source>
        <translation>살펴보기…</translation>
    </message>
    <message>
        <source>Paste a command, a URL or JSON:</source>
        <translation>명령, URL 또는 JSON을 붙여 넣으세요:</translation>
    </message>
    <message>
        <source>an entry of the registry (server.json)</source>
        <translation>레지스트리 항목(server.json)</translation>
    </message>
    <message>
        <source>{}   a file that offers a server</source>
        <translation>{}   서버가 들어 있는 파일</translation>
    </message>
    <message>
        <source>… and {} more</source>
        <translation>… 외 {}개</translation>
    </message>
</context>
<context>
    <name>AddServerOverlay</name>
    <message>
        <source>Add a server</source>
        <translation>서버 추가</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Import from other programs…</source>
        <translation>다른 프로그램에서 가져오기…</translation>
    </message>
</context>
<context>
    <name>AnalysisDocks</name>
    <message>
        <source>Sequence ladder</source>
        <translation>시퀀스 다이어그램</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>통계</translation>
    </message>
</context>
<context>
    <name>ArgumentCompletion</name>
    <message>
        <source>1 value</source>
        <translation>값 1개</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>서버에 묻는 중…</translation>
    </message>
    <message>
        <source>The server proposes nothing.</source>
        <translation>서버가 제안한 값이 없습니다.</translation>
    </message>
    <message>
        <source>Values from the server (Down or Ctrl+Space)</source>
        <translation>서버가 제안한 값(↓ 또는 Ctrl+Space)</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1}개 중 {0}개</translation>
    </message>
    <message>
        <source>{0} values</source>
        <translation>값 {0}개</translation>
    </message>
    <message>
        <source>{0}, and there are more</source>
        <translation>{0}, 더 있음</translation>
    </message>
</context>
<context>
    <name>ArgumentViews</name>
    <message>
        <source>Arguments</source>
        <translation>인수</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>둘 다</translation>
    </message>
    <message>
        <source>F4 changes between form and JSON</source>
        <translation>F4로 양식과 JSON을 오갑니다</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>양식</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>{0} as form or JSON</source>
        <translation>{0}을(를) 양식 또는 JSON으로</translation>
    </message>
</context>
<context>
    <name>AuthChoices</name>
    <message>
        <source>Ask for these</source>
        <translation>이것들을 요청</translation>
    </message>
    <message>
        <source>Go on without PKCE</source>
        <translation>PKCE 없이 계속</translation>
    </message>
    <message>
        <source>Use this client</source>
        <translation>이 클라이언트 사용</translation>
    </message>
    <message>
        <source>Use this one</source>
        <translation>이것 사용</translation>
    </message>
</context>
<context>
    <name>AuthExpiry</name>
    <message>
        <source>no end said</source>
        <translation>만료 시각 없음</translation>
    </message>
    <message>
        <source>over for {}</source>
        <translation>{} 전에 만료됨</translation>
    </message>
    <message>
        <source>signed in: {}</source>
        <translation>로그인됨: {}</translation>
    </message>
    <message>
        <source>{} days</source>
        <translation>{}일</translation>
    </message>
    <message>
        <source>{} left</source>
        <translation>{} 남음</translation>
    </message>
</context>
<context>
    <name>AuthPage</name>
    <message>
        <source>API key in a header</source>
        <translation>헤더의 API 키</translation>
    </message>
    <message>
        <source>At the token endpoint</source>
        <translation>토큰 엔드포인트에서</translation>
    </message>
    <message>
        <source>Authorization server</source>
        <translation>인가 서버</translation>
    </message>
    <message>
        <source>Bearer token</source>
        <translation>Bearer 토큰</translation>
    </message>
    <message>
        <source>Bind tokens to a key (DPoP)</source>
        <translation>토큰을 키에 묶기(DPoP)</translation>
    </message>
    <message>
        <source>Client credentials: no person is needed</source>
        <translation>클라이언트 자격 증명: 사람이 필요 없음</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>클라이언트 ID</translation>
    </message>
    <message>
        <source>Client id there</source>
        <translation>그곳의 클라이언트 ID</translation>
    </message>
    <message>
        <source>Client metadata document</source>
        <translation>클라이언트 메타데이터 문서</translation>
    </message>
    <message>
        <source>Client secret</source>
        <translation>클라이언트 비밀 값</translation>
    </message>
    <message>
        <source>Dynamic client registration (RFC 7591)</source>
        <translation>동적 클라이언트 등록(RFC 7591)</translation>
    </message>
    <message>
        <source>Enterprise-managed: an identity provider vouches</source>
        <translation>기업 관리: ID 공급자가 보증</translation>
    </message>
    <message>
        <source>Go on over plain http (unsafe)</source>
        <translation>암호화 없는 http로 계속(안전하지 않음)</translation>
    </message>
    <message>
        <source>Go on without PKCE (unsafe)</source>
        <translation>PKCE 없이 계속(안전하지 않음)</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>헤더</translation>
    </message>
    <message>
        <source>Identity provider</source>
        <translation>ID 공급자</translation>
    </message>
    <message>
        <source>Its algorithm</source>
        <translation>알고리즘</translation>
    </message>
    <message>
        <source>Its key id</source>
        <translation>키 ID</translation>
    </message>
    <message>
        <source>Its token endpoint</source>
        <translation>토큰 엔드포인트</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>방법</translation>
    </message>
    <message>
        <source>None</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>비밀번호</translation>
    </message>
    <message>
        <source>Private key (PEM or JWK)</source>
        <translation>개인 키(PEM 또는 JWK)</translation>
    </message>
    <message>
        <source>Redirect URI</source>
        <translation>리디렉션 URI</translation>
    </message>
    <message>
        <source>Register this program there when it is not known</source>
        <translation>이 프로그램이 등록되어 있지 않으면 등록</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>스코프</translation>
    </message>
    <message>
        <source>Secret there</source>
        <translation>그곳의 비밀 값</translation>
    </message>
    <message>
        <source>Secrets go to the place for secrets, not into the list of servers.</source>
        <translation>비밀 값은 서버 목록이 아니라 비밀 값 저장소에 보관됩니다.</translation>
    </message>
    <message>
        <source>Sign in with the browser, when the server asks</source>
        <translation>서버가 요구하면 브라우저로 로그인</translation>
    </message>
    <message>
        <source>Subject token</source>
        <translation>주체 토큰</translation>
    </message>
    <message>
        <source>Token or key</source>
        <translation>토큰 또는 키</translation>
    </message>
    <message>
        <source>Type of it</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>URL of a hosted client id metadata document</source>
        <translation>호스팅된 클라이언트 ID 메타데이터 문서의 URL</translation>
    </message>
    <message>
        <source>User name</source>
        <translation>사용자 이름</translation>
    </message>
    <message>
        <source>User name and password (basic)</source>
        <translation>사용자 이름과 비밀번호(basic)</translation>
    </message>
    <message>
        <source>Whoever listens on the way can use the tokens.</source>
        <translation>중간에서 엿듣는 사람이 토큰을 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>Whoever sees the code in the browser can get a token with it.</source>
        <translation>브라우저에서 코드를 본 사람이 그것으로 토큰을 얻을 수 있습니다.</translation>
    </message>
    <message>
        <source>Workload identity: the platform&apos;s token vouches</source>
        <translation>워크로드 ID: 플랫폼의 토큰이 보증</translation>
    </message>
    <message>
        <source>as the authorization server allows</source>
        <translation>인가 서버가 허용하는 대로</translation>
    </message>
    <message>
        <source>found out from the identity provider when empty</source>
        <translation>비워 두면 ID 공급자에게서 알아냅니다</translation>
    </message>
    <message>
        <source>http://127.0.0.1:PORT/callback; a random port when empty</source>
        <translation>http://127.0.0.1:PORT/callback, 비워 두면 임의의 포트</translation>
    </message>
    <message>
        <source>the issuer to use when the server names several, or none</source>
        <translation>서버가 발급자를 여럿 대거나 하나도 대지 않을 때 쓸 발급자</translation>
    </message>
    <message>
        <source>what the server says when empty; blanks between</source>
        <translation>비워 두면 서버가 말하는 대로, 사이는 공백으로</translation>
    </message>
    <message>
        <source>when the client was registered beforehand</source>
        <translation>클라이언트가 미리 등록되어 있을 때</translation>
    </message>
</context>
<context>
    <name>AuthRows</name>
    <message>
        <source>(none named)</source>
        <translation>(이름 없음)</translation>
    </message>
    <message>
        <source>JWT claims, not verified</source>
        <translation>JWT 클레임, 검증하지 않음</translation>
    </message>
    <message>
        <source>JWT header</source>
        <translation>JWT 헤더</translation>
    </message>
    <message>
        <source>asked for, not granted</source>
        <translation>요청했지만 허락되지 않음</translation>
    </message>
    <message>
        <source>expires</source>
        <translation>만료</translation>
    </message>
    <message>
        <source>granted, not asked for</source>
        <translation>요청하지 않았지만 허락됨</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>말하지 않음</translation>
    </message>
    <message>
        <source>scopes asked for</source>
        <translation>요청한 스코프</translation>
    </message>
    <message>
        <source>scopes granted</source>
        <translation>허락된 스코프</translation>
    </message>
    <message>
        <source>server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>{0}… ({1} characters)</source>
        <translation>{0}… ({1}자)</translation>
    </message>
    <message>
        <source>{}, bound to a key of ours</source>
        <translation>{}, 우리 키에 묶임</translation>
    </message>
</context>
<context>
    <name>AuthStage</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>주소 복사</translation>
    </message>
    <message>
        <source>Do the rest</source>
        <translation>나머지 진행</translation>
    </message>
    <message>
        <source>Edit settings</source>
        <translation>설정 편집</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>계속</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>나중에</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>브라우저에서 열기</translation>
    </message>
    <message>
        <source>Repeat the step</source>
        <translation>이 단계 반복</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>로그인</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
</context>
<context>
    <name>AuthStepper</name>
    <message>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>필요 없음</translation>
    </message>
    <message>
        <source>running</source>
        <translation>진행 중</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>경고</translation>
    </message>
</context>
<context>
    <name>AuthorizationPanel</name>
    <message>
        <source>Do all steps once more, for other scopes or as somebody else</source>
        <translation>다른 스코프나 다른 사용자로 모든 단계를 다시 진행</translation>
    </message>
    <message>
        <source>Do one step and wait</source>
        <translation>한 단계만 진행하고 대기</translation>
    </message>
    <message>
        <source>Do the chosen step again; the ones after it wait</source>
        <translation>선택한 단계를 다시 진행하고 그 뒤는 대기</translation>
    </message>
    <message>
        <source>Get a new token with the refresh token now</source>
        <translation>리프레시 토큰으로 지금 새 토큰 받기</translation>
    </message>
    <message>
        <source>Get a token</source>
        <translation>토큰 받기</translation>
    </message>
    <message>
        <source>How this server is authorized with</source>
        <translation>이 서버의 인가 방법</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>다음 단계</translation>
    </message>
    <message>
        <source>No sign-in</source>
        <translation>로그인 없음</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>연결 안 됨</translation>
    </message>
    <message>
        <source>Not signed in</source>
        <translation>로그인 안 됨</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>반복</translation>
    </message>
    <message>
        <source>Revoke the token and remove it everywhere</source>
        <translation>토큰을 폐기하고 모든 곳에서 지우기</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>설정…</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>로그인</translation>
    </message>
    <message>
        <source>Sign in again</source>
        <translation>다시 로그인</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>로그아웃</translation>
    </message>
    <message>
        <source>Signing in…</source>
        <translation>로그인하는 중…</translation>
    </message>
    <message>
        <source>The bearer token of the settings goes with every request.</source>
        <translation>설정의 bearer 토큰이 모든 요청에 함께 갑니다.</translation>
    </message>
    <message>
        <source>The key of the settings goes with every request.</source>
        <translation>설정의 키가 모든 요청에 함께 갑니다.</translation>
    </message>
    <message>
        <source>The settings say that nobody signs in to this server.</source>
        <translation>설정에 따라 이 서버에는 로그인하지 않습니다.</translation>
    </message>
    <message>
        <source>The user name and password of the settings go with every request.</source>
        <translation>설정의 사용자 이름과 비밀번호가 모든 요청에 함께 갑니다.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>good</source>
        <translation>유효</translation>
    </message>
    <message>
        <source>over</source>
        <translation>만료</translation>
    </message>
    <message>
        <source>scopes: {}</source>
        <translation>스코프: {}</translation>
    </message>
    <message>
        <source>⚠ Token over</source>
        <translation>⚠ 토큰 만료</translation>
    </message>
    <message>
        <source>✓ Signed in</source>
        <translation>✓ 로그인됨</translation>
    </message>
</context>
<context>
    <name>BlobEditor</name>
    <message>
        <source>Choose a file</source>
        <translation>파일 선택</translation>
    </message>
    <message>
        <source>Choose a file, or drop one here</source>
        <translation>파일을 선택하거나 여기에 놓으세요</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>파일…</translation>
    </message>
    <message>
        <source>Not read: {0}</source>
        <translation>읽지 못함: {0}</translation>
    </message>
    <message>
        <source>Not saved: {0}</source>
        <translation>저장하지 못함: {0}</translation>
    </message>
    <message>
        <source>Paste as bytes</source>
        <translation>바이트로 붙여 넣기</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>다른 이름으로 저장</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>다른 이름으로 저장…</translation>
    </message>
    <message>
        <source>larger than {}</source>
        <translation>{}보다 큼</translation>
    </message>
    <message>
        <source>looking at it…</source>
        <translation>살펴보는 중…</translation>
    </message>
    <message>
        <source>not written in {0}</source>
        <translation>{0}(으)로 쓰여 있지 않음</translation>
    </message>
    <message>
        <source>not {0}</source>
        <translation>{0} 아님</translation>
    </message>
    <message>
        <source>{0} · drop a file here</source>
        <translation>{0} · 여기에 파일 놓기</translation>
    </message>
    <message>
        <source>{0}: choose a file</source>
        <translation>{0}: 파일 선택</translation>
    </message>
    <message>
        <source>✓ Saved as {0}</source>
        <translation>✓ {0}(으)로 저장됨</translation>
    </message>
</context>
<context>
    <name>BooleanEditor</name>
    <message>
        <source>not set</source>
        <translation>설정 안 함</translation>
    </message>
    <message>
        <source>not set (default {0})</source>
        <translation>설정 안 함(기본값 {0})</translation>
    </message>
</context>
<context>
    <name>BytesView</name>
    <message>
        <source>0x{0}: framing of the event</source>
        <translation>0x{0}: 이벤트의 틀</translation>
    </message>
    <message>
        <source>Bytes of request or response</source>
        <translation>요청 또는 응답의 바이트</translation>
    </message>
    <message>
        <source>Framing</source>
        <translation>틀</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>Show the lines of the event around the message, muted</source>
        <translation>메시지 앞뒤의 이벤트 줄을 흐리게 보기</translation>
    </message>
    <message>
        <source>Show the message with its framing</source>
        <translation>메시지를 틀과 함께 보기</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1}개 중 {0}개</translation>
    </message>
</context>
<context>
    <name>CallForm</name>
    <message>
        <source>Arguments used before (Ctrl+Shift+H)</source>
        <translation>전에 쓴 인수(Ctrl+Shift+H)</translation>
    </message>
    <message>
        <source>Bring back what was there before (Ctrl+Z)</source>
        <translation>전에 있던 것 되돌리기(Ctrl+Z)</translation>
    </message>
    <message>
        <source>Call anyway</source>
        <translation>그래도 호출</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy this call</source>
        <translation>이 호출 복사</translation>
    </message>
    <message>
        <source>Fill in</source>
        <translation>채우기</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>옵션</translation>
    </message>
    <message>
        <source>Options · changed</source>
        <translation>옵션 · 바뀜</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>{} anyway</source>
        <translation>그래도 {}</translation>
    </message>
</context>
<context>
    <name>CallValues</name>
    <message>
        <source>Filled in again.</source>
        <translation>다시 채웠습니다.</translation>
    </message>
    <message>
        <source>Filled in from what was used before.</source>
        <translation>전에 쓴 값으로 채웠습니다.</translation>
    </message>
    <message>
        <source>Filled in from: {0}.</source>
        <translation>채운 곳: {0}.</translation>
    </message>
    <message>
        <source>Paste arguments: JSON, name=value, cURL, log line</source>
        <translation>인수 붙여 넣기: JSON, name=value, cURL, 로그 줄</translation>
    </message>
    <message>
        <source>Sample values: everything</source>
        <translation>예시 값: 모두</translation>
    </message>
    <message>
        <source>Sample values: made up from the schema.</source>
        <translation>예시 값: 스키마로 만들었습니다.</translation>
    </message>
    <message>
        <source>Sample values: what is required</source>
        <translation>예시 값: 필수만</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>처음부터</translation>
    </message>
    <message>
        <source>Started over.</source>
        <translation>처음부터 다시 합니다.</translation>
    </message>
</context>
<context>
    <name>CallingPanel</name>
    <message>
        <source>Call elsewhere as well and compare…	Ctrl+Alt+Enter</source>
        <translation>다른 곳에서도 호출하고 비교…	Ctrl+Alt+Enter</translation>
    </message>
    <message>
        <source>Copy as an mcpdi command line</source>
        <translation>mcpdi 명령줄로 복사</translation>
    </message>
    <message>
        <source>Copy the arguments as JSON</source>
        <translation>인수를 JSON으로 복사</translation>
    </message>
    <message>
        <source>Copy the whole request as JSON</source>
        <translation>요청 전체를 JSON으로 복사</translation>
    </message>
    <message>
        <source>Edit as a raw message</source>
        <translation>원문 메시지로 편집</translation>
    </message>
    <message>
        <source>Filled in from a call of {0}, which the server does not list.</source>
        <translation>서버 목록에 없는 {0} 호출로 채웠습니다.</translation>
    </message>
    <message>
        <source>Filled in from elsewhere.</source>
        <translation>다른 곳의 값으로 채웠습니다.</translation>
    </message>
    <message>
        <source>Odd item</source>
        <translation>이상한 항목</translation>
    </message>
    <message>
        <source>This item of the list cannot be used: {}.</source>
        <translation>목록의 이 항목은 쓸 수 없습니다: {}.</translation>
    </message>
</context>
<context>
    <name>ChecksEditor</name>
    <message>
        <source>Filter</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>Filter the values of {0}</source>
        <translation>{0}의 값 필터</translation>
    </message>
    <message>
        <source>One row for each item</source>
        <translation>항목마다 한 행</translation>
    </message>
    <message>
        <source>empty list</source>
        <translation>빈 목록</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>설정 안 함</translation>
    </message>
</context>
<context>
    <name>Choices</name>
    <message>
        <source>Authorization server</source>
        <translation>인가 서버</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>클라이언트 ID</translation>
    </message>
    <message>
        <source>Client secret, if there is one</source>
        <translation>클라이언트 비밀 값(있으면)</translation>
    </message>
    <message>
        <source>Keep for this server</source>
        <translation>이 서버에 기억</translation>
    </message>
    <message>
        <source>Keep this choice in the settings of the server</source>
        <translation>이 선택을 서버 설정에 기억</translation>
    </message>
    <message>
        <source>Known there: {}</source>
        <translation>그곳에 알려진 것: {}</translation>
    </message>
    <message>
        <source>Scopes, with blanks between</source>
        <translation>스코프, 사이는 공백으로</translation>
    </message>
    <message>
        <source>Without PKCE, anybody who sees the code that comes back through the browser can get a token with it. Go on for debugging only, with an account that may be lost.</source>
        <translation>PKCE가 없으면 브라우저로 돌아오는 코드를 본 누구나 그것으로 토큰을 얻을 수 있습니다. 디버깅할 때만, 잃어도 되는 계정으로 계속하세요.</translation>
    </message>
</context>
<context>
    <name>Clamped</name>
    <message>
        <source>Less</source>
        <translation>접기</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>더 보기…</translation>
    </message>
</context>
<context>
    <name>Clip</name>
    <message>
        <source>Show all</source>
        <translation>모두 보기</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>줄여 보기</translation>
    </message>
</context>
<context>
    <name>CodeEdit</name>
    <message>
        <source>⋯ 1 line</source>
        <translation>⋯ 1줄</translation>
    </message>
    <message>
        <source>⋯ {} lines</source>
        <translation>⋯ {}줄</translation>
    </message>
</context>
<context>
    <name>ColourEditor</name>
    <message>
        <source>Choose a colour</source>
        <translation>색 선택</translation>
    </message>
    <message>
        <source>no colour that CSS knows</source>
        <translation>CSS가 아는 색이 아님</translation>
    </message>
    <message>
        <source>{0}: choose a colour</source>
        <translation>{0}: 색 선택</translation>
    </message>
</context>
<context>
    <name>ColourRules</name>
    <message>
        <source>The rules are not kept for new sessions: {}</source>
        <translation>규칙이 새 세션용으로 저장되지 않았습니다: {}</translation>
    </message>
</context>
<context>
    <name>ColourRulesDialog</name>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>파랑</translation>
    </message>
    <message>
        <source>Brown</source>
        <translation>갈색</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>색</translation>
    </message>
    <message>
        <source>Colour rows</source>
        <translation>행 색칠</translation>
    </message>
    <message>
        <source>Colour rules</source>
        <translation>색 규칙</translation>
    </message>
    <message>
        <source>Colour rules (*.json)</source>
        <translation>색 규칙 (*.json)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Export colour rules</source>
        <translation>색 규칙 내보내기</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>초록</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>회색</translation>
    </message>
    <message>
        <source>Import colour rules</source>
        <translation>색 규칙 가져오기</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>가져오기…</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>보관</translation>
    </message>
    <message>
        <source>Keep this rule with the session; else it goes with the window</source>
        <translation>이 규칙을 세션에 보관합니다. 아니면 창과 함께 사라집니다</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>아래로</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>위로</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>새 규칙</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>주황</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>분홍</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>보라</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>빨강</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>되돌리기</translation>
    </message>
    <message>
        <source>Rules, the first that fits wins</source>
        <translation>규칙(처음 맞는 것이 적용됨)</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>청록</translation>
    </message>
    <message>
        <source>The first rule that fits a row colours it. Rules are kept with the session.</source>
        <translation>행에 처음 맞는 규칙이 색을 정합니다. 규칙은 세션에 보관됩니다.</translation>
    </message>
    <message>
        <source>The rules cannot be written: {}</source>
        <translation>규칙을 쓸 수 없습니다: {}</translation>
    </message>
    <message>
        <source>These rules cannot be read: {}</source>
        <translation>이 규칙을 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Use for new sessions</source>
        <translation>새 세션에 사용</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>노랑</translation>
    </message>
    <message>
        <source>{} (until the window closes)</source>
        <translation>{}(창을 닫을 때까지)</translation>
    </message>
</context>
<context>
    <name>ColumnActions</name>
    <message>
        <source>Heading of {}</source>
        <translation>{}의 제목</translation>
    </message>
    <message>
        <source>Rename the column</source>
        <translation>열 이름 바꾸기</translation>
    </message>
</context>
<context>
    <name>ColumnMenu</name>
    <message>
        <source>Add a column…</source>
        <translation>열 추가…</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>열…</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>숨기기</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>왼쪽으로</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>오른쪽으로</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>이름 바꾸기…</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>열 초기화</translation>
    </message>
    <message>
        <source>Resize all to content</source>
        <translation>모두 내용에 맞추기</translation>
    </message>
    <message>
        <source>Resize to content</source>
        <translation>내용에 맞추기</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>폭포</translation>
    </message>
</context>
<context>
    <name>ColumnsDialog</name>
    <message>
        <source>Add…</source>
        <translation>추가…</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Columns from left to right</source>
        <translation>왼쪽부터의 열 순서</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>왼쪽으로</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>오른쪽으로</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>이름 바꾸기…</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>되돌리기</translation>
    </message>
    <message>
        <source>Space shows or hides a column, Alt+↑ and Alt+↓ move it.</source>
        <translation>스페이스로 열을 보이거나 숨기고 Alt+↑, Alt+↓로 옮깁니다.</translation>
    </message>
</context>
<context>
    <name>CompareModel</name>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
</context>
<context>
    <name>CompareWindow</name>
    <message>
        <source>Answers</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>As JSON Patch</source>
        <translation>JSON Patch로</translation>
    </message>
    <message>
        <source>As Markdown table</source>
        <translation>Markdown 표로</translation>
    </message>
    <message>
        <source>As lines</source>
        <translation>줄 단위로</translation>
    </message>
    <message>
        <source>Compare {} and {}</source>
        <translation>{}와(과) {} 비교</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>비교하는 중…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy left</source>
        <translation>왼쪽 복사</translation>
    </message>
    <message>
        <source>Copy path {}</source>
        <translation>경로 {} 복사</translation>
    </message>
    <message>
        <source>Copy right</source>
        <translation>오른쪽 복사</translation>
    </message>
    <message>
        <source>Copy the differences</source>
        <translation>차이 복사</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>Ignore {}</source>
        <translation>{} 무시</translation>
    </message>
    <message>
        <source>Longer than {} MB: mcpdi diff compares them.</source>
        <translation>{} MB보다 깁니다. mcpdi diff로 비교할 수 있습니다.</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Next difference (Alt+Down)</source>
        <translation>다음 차이(Alt+↓)</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>차이만</translation>
    </message>
    <message>
        <source>Previous difference (Alt+Up)</source>
        <translation>이전 차이(Alt+↑)</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>Swap left and right</source>
        <translation>왼쪽과 오른쪽 바꾸기</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>비교 대상</translation>
    </message>
    <message>
        <source>compared line by line ({})</source>
        <translation>줄 단위로 비교함({})</translation>
    </message>
    <message>
        <source>keys in another order</source>
        <translation>키의 순서가 다름</translation>
    </message>
    <message>
        <source>no differences</source>
        <translation>차이 없음</translation>
    </message>
    <message>
        <source>{} added</source>
        <translation>{}개 추가됨</translation>
    </message>
    <message>
        <source>{} changed</source>
        <translation>{}개 바뀜</translation>
    </message>
    <message>
        <source>{} ignored</source>
        <translation>{}개 무시됨</translation>
    </message>
    <message>
        <source>{} moved</source>
        <translation>{}개 옮겨짐</translation>
    </message>
    <message>
        <source>{} removed</source>
        <translation>{}개 없어짐</translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source>There is no call of the same before #{}. Select two rows to compare them.</source>
        <translation>#{} 앞에 같은 호출이 없습니다. 비교하려면 두 행을 선택하세요.</translation>
    </message>
    <message>
        <source>{} (cut)</source>
        <translation>{}(잘림)</translation>
    </message>
</context>
<context>
    <name>CompletingPanel</name>
    <message>
        <source>Only arguments of prompts and templates can be completed.</source>
        <translation>프롬프트와 템플릿의 인수만 완성할 수 있습니다.</translation>
    </message>
</context>
<context>
    <name>CompletionPopup</name>
    <message>
        <source>Proposed values</source>
        <translation>제안된 값</translation>
    </message>
</context>
<context>
    <name>ConsolePanel</name>
    <message>
        <source>1 line</source>
        <translation>1줄</translation>
    </message>
    <message>
        <source>Clear this view; the timeline keeps every line</source>
        <translation>이 보기만 비웁니다. 타임라인에는 모든 줄이 남습니다</translation>
    </message>
    <message>
        <source>Copy everything</source>
        <translation>모두 복사</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>따라가기</translation>
    </message>
    <message>
        <source>The server ended: {}</source>
        <translation>서버가 끝났습니다: {}</translation>
    </message>
    <message>
        <source>The server wrote nothing on stderr.</source>
        <translation>서버가 stderr에 아무것도 쓰지 않았습니다.</translation>
    </message>
    <message>
        <source>The server&apos;s stderr</source>
        <translation>서버의 stderr</translation>
    </message>
    <message>
        <source>pid {}</source>
        <translation>pid {}</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>{} lines</source>
        <translation>{}줄</translation>
    </message>
    <message>
        <source>… {} lines more are in the timeline …</source>
        <translation>… {}줄은 타임라인에 더 있습니다 …</translation>
    </message>
    <message>
        <source>── new connection ──</source>
        <translation>── 새 연결 ──</translation>
    </message>
</context>
<context>
    <name>ConstEditor</name>
    <message>
        <source>The only value the schema allows. Checked: it is sent.</source>
        <translation>스키마가 허용하는 유일한 값입니다. 체크하면 보냅니다.</translation>
    </message>
</context>
<context>
    <name>Content</name>
    <message>
        <source>Open in player</source>
        <translation>플레이어로 열기</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>읽기</translation>
    </message>
    <message>
        <source>Read this resource</source>
        <translation>이 리소스 읽기</translation>
    </message>
    <message>
        <source>audio</source>
        <translation>소리</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>바이트</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>✓ Saved as {0}</source>
        <translation>✓ {0}(으)로 저장됨</translation>
    </message>
</context>
<context>
    <name>ContentDialog</name>
    <message>
        <source>It goes back into the text exactly as it stands here.</source>
        <translation>여기 있는 그대로 텍스트에 되돌아갑니다.</translation>
    </message>
    <message>
        <source>JSON in {0}</source>
        <translation>{0} 안의 JSON</translation>
    </message>
</context>
<context>
    <name>ContentView</name>
    <message>
        <source>Content</source>
        <translation>내용</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>내용</translation>
    </message>
    <message>
        <source>{0} more are not shown here; all of them are in the raw view.</source>
        <translation>{0}개는 여기에 보이지 않습니다. 원본 보기에 모두 있습니다.</translation>
    </message>
</context>
<context>
    <name>DateEditor</name>
    <message>
        <source>Choose a date (Ctrl+Space)</source>
        <translation>날짜 선택(Ctrl+Space)</translation>
    </message>
    <message>
        <source>Choose a time (Ctrl+Space)</source>
        <translation>시각 선택(Ctrl+Space)</translation>
    </message>
</context>
<context>
    <name>DatePage</name>
    <message>
        <source>Another offset leaves the time as it is.</source>
        <translation>오프셋을 바꿔도 시각은 그대로입니다.</translation>
    </message>
    <message>
        <source>Choose a date</source>
        <translation>날짜 선택</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>Offset from UTC</source>
        <translation>UTC와의 오프셋</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>오늘</translation>
    </message>
    <message>
        <source>Up and Down change hours, minutes or seconds</source>
        <translation>↑와 ↓로 시, 분, 초를 바꿉니다</translation>
    </message>
    <message>
        <source>Z (UTC)</source>
        <translation>Z(UTC)</translation>
    </message>
    <message>
        <source>{0} (here)</source>
        <translation>{0}(여기)</translation>
    </message>
</context>
<context>
    <name>Declare</name>
    <message>
        <source>Elicitation</source>
        <translation>질의(elicitation)</translation>
    </message>
    <message>
        <source>Extensions</source>
        <translation>확장</translation>
    </message>
    <message>
        <source>MCP Apps</source>
        <translation>MCP Apps</translation>
    </message>
    <message>
        <source>Roots</source>
        <translation>루트</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>샘플링</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>URLs</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>forms</source>
        <translation>양식</translation>
    </message>
    <message>
        <source>their changes</source>
        <translation>변경 알림</translation>
    </message>
    <message>
        <source>with context</source>
        <translation>컨텍스트 포함</translation>
    </message>
    <message>
        <source>with tools</source>
        <translation>도구 포함</translation>
    </message>
</context>
<context>
    <name>DeclarePage</name>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>Another extension</source>
        <translation>다른 확장</translation>
    </message>
    <message>
        <source>As in the settings</source>
        <translation>설정대로</translation>
    </message>
    <message>
        <source>By itself the program declares what the revision of a connection knows. Your own choice is sent exactly as it stands here, in every revision.</source>
        <translation>프로그램은 연결의 개정판이 아는 것을 스스로 선언합니다. 직접 고른 것은 여기 있는 그대로 모든 개정판에서 보냅니다.</translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation>기능(capability)</translation>
    </message>
    <message>
        <source>another: vendor.example/name</source>
        <translation>다른 것: vendor.example/name</translation>
    </message>
</context>
<context>
    <name>DeclaredCard</name>
    <message>
        <source>Capabilities that we declare</source>
        <translation>선언하는 기능(capability)</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>바꾸기…</translation>
    </message>
    <message>
        <source>Choose what this server is told of us; it counts after a reconnect</source>
        <translation>이 서버에 우리에 대해 알릴 것을 고릅니다. 다시 연결하면 적용됩니다</translation>
    </message>
    <message>
        <source>Extra _meta</source>
        <translation>추가 _meta</translation>
    </message>
    <message>
        <source>Extra _meta that we send</source>
        <translation>보내는 추가 _meta</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>다시 연결</translation>
    </message>
    <message>
        <source>We declare</source>
        <translation>선언</translation>
    </message>
    <message>
        <source>no capabilities</source>
        <translation>기능(capability) 없음</translation>
    </message>
</context>
<context>
    <name>DetailNote</name>
    <message>
        <source>Edit</source>
        <translation>편집</translation>
    </message>
    <message>
        <source>Edit the note</source>
        <translation>메모 편집</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>메모</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Batch</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>Detail of the selected record</source>
        <translation>선택한 기록의 상세</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>HTTP head</source>
        <translation>HTTP 헤더</translation>
    </message>
    <message>
        <source>Lifecycle</source>
        <translation>수명 주기</translation>
    </message>
    <message>
        <source>Malformed</source>
        <translation>형식 오류</translation>
    </message>
    <message>
        <source>No answer yet.</source>
        <translation>아직 응답이 없습니다.</translation>
    </message>
    <message>
        <source>Notification</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>Select a row of the timeline to see its messages, timing and bytes.</source>
        <translation>타임라인에서 행을 선택하면 메시지, 시간, 바이트를 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>There is no answer.</source>
        <translation>응답이 없습니다.</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
</context>
<context>
    <name>DetailSide</name>
    <message>
        <source>Cut: the whole is in a file of its own</source>
        <translation>잘림: 전체는 별도 파일에 있습니다</translation>
    </message>
    <message>
        <source>Select the call that this belongs to</source>
        <translation>이것이 속한 호출 선택</translation>
    </message>
    <message>
        <source>Select this record in the timeline</source>
        <translation>타임라인에서 이 기록 선택</translation>
    </message>
    <message>
        <source>Show as a tree</source>
        <translation>트리로 보기</translation>
    </message>
    <message>
        <source>Show the whole ({0})…</source>
        <translation>전체 보기({0})…</translation>
    </message>
    <message>
        <source>Text of the record</source>
        <translation>기록의 텍스트</translation>
    </message>
    <message>
        <source>in #{0}</source>
        <translation>#{0} 안에서</translation>
    </message>
</context>
<context>
    <name>DetailTabs</name>
    <message>
        <source>Bytes</source>
        <translation>바이트</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>지적</translation>
    </message>
    <message>
        <source>Findings {0}</source>
        <translation>지적 {0}</translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation>HTTP</translation>
    </message>
    <message>
        <source>More about the record</source>
        <translation>기록에 대해 더 보기</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>관련</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>시간</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Close {}</source>
        <translation>{} 닫기</translation>
    </message>
</context>
<context>
    <name>DoctorPage</name>
    <message>
        <source>Checks</source>
        <translation>점검</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>비교 대상</translation>
    </message>
    <message>
        <source>Compare with the environment of</source>
        <translation>환경을 비교할 클라이언트</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>복사됨</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>보고서 복사</translation>
    </message>
    <message>
        <source>Diagnosis of {}</source>
        <translation>{} 진단</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>다시 살펴보기</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>살펴보는 중…</translation>
    </message>
    <message>
        <source>This could not be changed: {}</source>
        <translation>이것을 바꾸지 못했습니다: {}</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>여기에만 있음</translation>
    </message>
</context>
<context>
    <name>EditServer</name>
    <message>
        <source>A bundle: edit its values…</source>
        <translation>번들: 값 편집…</translation>
    </message>
    <message>
        <source>Authorization</source>
        <translation>인가</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Edit {}</source>
        <translation>{} 편집</translation>
    </message>
    <message>
        <source>Made of</source>
        <translation>구성</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>네트워크</translation>
    </message>
    <message>
        <source>Restart and roots</source>
        <translation>다시 시작과 루트</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation>저장하고 연결</translation>
    </message>
    <message>
        <source>Settings of the server</source>
        <translation>서버 설정</translation>
    </message>
    <message>
        <source>What we declare</source>
        <translation>선언하는 것</translation>
    </message>
    <message>
        <source>Who we are</source>
        <translation>우리의 정보</translation>
    </message>
    <message>
        <source>server.json: edit its values…</source>
        <translation>server.json: 값 편집…</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>The whole value</source>
        <translation>값 전체</translation>
    </message>
</context>
<context>
    <name>EnumEditor</name>
    <message>
        <source>Choose…</source>
        <translation>선택…</translation>
    </message>
    <message>
        <source>Search in {0} values…</source>
        <translation>값 {0}개에서 검색…</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>설정 안 함</translation>
    </message>
    <message>
        <source>not set (default {0})</source>
        <translation>설정 안 함(기본값 {0})</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>All {}</source>
        <translation>모두 {}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>Marked {}</source>
        <translation>표시한 것 {}</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Selected {}</source>
        <translation>선택한 것 {}</translation>
    </message>
    <message>
        <source>Session file (.{})</source>
        <translation>세션 파일(.{})</translation>
    </message>
    <message>
        <source>Shown {}</source>
        <translation>보이는 것 {}</translation>
    </message>
    <message>
        <source>The whole session, to open again; with secrets replaced, to hand on.</source>
        <translation>세션 전체. 다시 열 수 있고, 비밀 값을 바꾸면 건네줄 수 있습니다.</translation>
    </message>
    <message>
        <source>With all that belongs to these calls</source>
        <translation>이 호출들에 속한 모든 것과 함께</translation>
    </message>
</context>
<context>
    <name>ExportServer</name>
    <message>
        <source>And {} more.</source>
        <translation>외 {}개.</translation>
    </message>
    <message>
        <source>As an entry of</source>
        <translation>항목 형식</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>선택</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>클라이언트</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>복사했습니다.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Other file…</source>
        <translation>다른 파일…</translation>
    </message>
    <message>
        <source>The entry</source>
        <translation>항목</translation>
    </message>
    <message>
        <source>The file has this entry already.</source>
        <translation>파일에 이미 이 항목이 있습니다.</translation>
    </message>
    <message>
        <source>The file to write into</source>
        <translation>써 넣을 파일</translation>
    </message>
    <message>
        <source>What would change in the file</source>
        <translation>파일에서 바뀔 내용</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>쓰기</translation>
    </message>
    <message>
        <source>Write into its file</source>
        <translation>클라이언트 파일에 써 넣기</translation>
    </message>
    <message>
        <source>Written.</source>
        <translation>썼습니다.</translation>
    </message>
    <message>
        <source>Written; what was there before is kept as {}.</source>
        <translation>썼습니다. 전에 있던 것은 {}(으)로 보관됩니다.</translation>
    </message>
    <message>
        <source>with its secrets as they are</source>
        <translation>비밀 값을 그대로 포함</translation>
    </message>
    <message>
        <source>{} for Another Client</source>
        <translation>다른 클라이언트에 {} 건네기</translation>
    </message>
</context>
<context>
    <name>ExtraRows</name>
    <message>
        <source>%Ln more</source>
        <translation>%Ln개 더</translation>
    </message>
    <message>
        <source>The name must have at least %Ln character(s)</source>
        <translation>이름은 %Ln자 이상이어야 합니다</translation>
    </message>
    <message>
        <source>The name must have at most %Ln character(s)</source>
        <translation>이름은 %Ln자 이하여야 합니다</translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>Declare {} and try again</source>
        <translation>{}을(를) 선언하고 다시 시도</translation>
    </message>
    <message>
        <source>Diagnose…</source>
        <translation>진단…</translation>
    </message>
    <message>
        <source>Edit server</source>
        <translation>서버 편집</translation>
    </message>
    <message>
        <source>Fill in…</source>
        <translation>채우기…</translation>
    </message>
    <message>
        <source>How to install it</source>
        <translation>설치 방법</translation>
    </message>
    <message>
        <source>Show stderr</source>
        <translation>stderr 보기</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>로그인</translation>
    </message>
    <message>
        <source>Try HTTP+SSE</source>
        <translation>HTTP+SSE로 시도</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>Try as legacy</source>
        <translation>구형(legacy)으로 시도</translation>
    </message>
    <message>
        <source>Try as modern</source>
        <translation>신형(modern)으로 시도</translation>
    </message>
</context>
<context>
    <name>FailureView</name>
    <message>
        <source>Evidence</source>
        <translation>근거</translation>
    </message>
    <message>
        <source>Likely cause</source>
        <translation>가능한 원인</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>다음 단계</translation>
    </message>
    <message>
        <source>Tried</source>
        <translation>시도한 것</translation>
    </message>
</context>
<context>
    <name>FaultBench</name>
    <message>
        <source>Cancelled.</source>
        <translation>취소했습니다.</translation>
    </message>
    <message>
        <source>Stopped: {}</source>
        <translation>중지됨: {}</translation>
    </message>
</context>
<context>
    <name>FaultBoard</name>
    <message>
        <source>and {0} more inside</source>
        <translation>안에 {0}개 더</translation>
    </message>
    <message>
        <source>not right in its parts</source>
        <translation>부분이 맞지 않음</translation>
    </message>
</context>
<context>
    <name>FaultList</name>
    <message>
        <source>1 problem</source>
        <translation>문제 1개</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>경고 1개</translation>
    </message>
    <message>
        <source>All verdicts</source>
        <translation>모든 판정</translation>
    </message>
    <message>
        <source>Does not apply here: {}.</source>
        <translation>여기에는 해당하지 않습니다: {}.</translation>
    </message>
    <message>
        <source>Expected: {}</source>
        <translation>예상: {}</translation>
    </message>
    <message>
        <source>F8 goes to the next one</source>
        <translation>F8로 다음으로 이동</translation>
    </message>
    <message>
        <source>Filter faults</source>
        <translation>규칙 위반 필터</translation>
    </message>
    <message>
        <source>Messages that break a rule on purpose. Choose one, look at it, press Send.</source>
        <translation>일부러 규칙을 어기는 메시지입니다. 하나를 골라 살펴보고 보내기를 누르세요.</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>점검하지 않음</translation>
    </message>
    <message>
        <source>Required ({}): {}</source>
        <translation>요구 사항({}): {}</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>모두 실행</translation>
    </message>
    <message>
        <source>Send every fault that applies here, one after the other</source>
        <translation>여기에 해당하는 규칙 위반을 차례로 모두 보내기</translation>
    </message>
    <message>
        <source>There are no faults.</source>
        <translation>규칙 위반이 없습니다.</translation>
    </message>
    <message>
        <source>What does not fit the schema</source>
        <translation>스키마에 맞지 않는 것</translation>
    </message>
    <message>
        <source>What this fault sends and what the server must do</source>
        <translation>이 규칙 위반이 보내는 것과 서버가 해야 할 일</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>외 {0}개</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>여기에 없음</translation>
    </message>
    <message>
        <source>{} problems</source>
        <translation>문제 {}개</translation>
    </message>
    <message>
        <source>{} warnings</source>
        <translation>경고 {}개</translation>
    </message>
</context>
<context>
    <name>FaultTable</name>
    <message>
        <source>0 of {}</source>
        <translation>{}개 중 0개</translation>
    </message>
    <message>
        <source>Back to the answer</source>
        <translation>응답으로 돌아가기</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Markdown으로 복사</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>진행률</translation>
    </message>
    <message>
        <source>Verdicts of all faults</source>
        <translation>모든 규칙 위반의 판정</translation>
    </message>
    <message>
        <source>{} of {}: {}</source>
        <translation>{1}개 중 {0}개: {2}</translation>
    </message>
</context>
<context>
    <name>FieldRow</name>
    <message>
        <source>Not set, empty, null, JSON</source>
        <translation>설정 안 함, 비어 있음, null, JSON</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>필수</translation>
    </message>
    <message>
        <source>default {0}</source>
        <translation>기본값 {0}</translation>
    </message>
    <message>
        <source>{0}, required</source>
        <translation>{0}, 필수</translation>
    </message>
</context>
<context>
    <name>FillIn</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation>저장하고 연결</translation>
    </message>
    <message>
        <source>Show what is hidden</source>
        <translation>숨긴 것 보기</translation>
    </message>
    <message>
        <source>The server&apos;s texts name these; they are kept for the next time.</source>
        <translation>서버의 텍스트에 나오는 이름입니다. 다음을 위해 보관됩니다.</translation>
    </message>
    <message>
        <source>Values for {}</source>
        <translation>{}의 값</translation>
    </message>
    <message>
        <source>What is hidden goes where secrets are kept, not into the file of servers.</source>
        <translation>숨긴 값은 서버 파일이 아니라 비밀 값 저장소에 보관됩니다.</translation>
    </message>
</context>
<context>
    <name>FillingIn</name>
    <message>
        <source>The secrets could not be kept: {}</source>
        <translation>비밀 값을 보관하지 못했습니다: {}</translation>
    </message>
</context>
<context>
    <name>FilterButtons</name>
    <message>
        <source>More filters</source>
        <translation>다른 필터</translation>
    </message>
</context>
<context>
    <name>FilterCompletion</name>
    <message>
        <source>Tab or ↓ Enter accepts · Esc closes</source>
        <translation>Tab 또는 ↓ Enter로 적용 · Esc로 닫기</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>최근</translation>
    </message>
</context>
<context>
    <name>FilterEdit</name>
    <message>
        <source>Clear (Esc)</source>
        <translation>지우기(Esc)</translation>
    </message>
    <message>
        <source>Enter applies</source>
        <translation>Enter로 적용</translation>
    </message>
    <message>
        <source>Not used yet. Enter applies it</source>
        <translation>아직 적용되지 않았습니다. Enter로 적용합니다</translation>
    </message>
    <message>
        <source>The filter is used</source>
        <translation>필터가 적용되어 있습니다</translation>
    </message>
    <message>
        <source>column {0}: {1}</source>
        <translation>열 {0}: {1}</translation>
    </message>
</context>
<context>
    <name>FilterHelp</name>
    <message>
        <source>A click or Enter on a line writes its example into the filter. Ctrl+Space in the filter proposes what fits.</source>
        <translation>줄을 누르거나 Enter를 치면 예가 필터에 들어갑니다. 필터에서 Ctrl+Space를 누르면 맞는 것을 제안합니다.</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>닫기(Esc)</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>예</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>뜻</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>도움말 검색</translation>
    </message>
    <message>
        <source>The filter language</source>
        <translation>필터 언어</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>쓰는 법</translation>
    </message>
</context>
<context>
    <name>FilterManager</name>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>Button</source>
        <translation>단추</translation>
    </message>
    <message>
        <source>Double-click changes a cell. // in a name makes a submenu.</source>
        <translation>두 번 누르면 칸을 바꿉니다. 이름의 //는 하위 메뉴를 만듭니다.</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>아래로</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>New filter</source>
        <translation>새 필터</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>저장한 필터</translation>
    </message>
    <message>
        <source>Show as a button beside the filter</source>
        <translation>필터 옆에 단추로 보기</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>위로</translation>
    </message>
    <message>
        <source>column {0}: {1}</source>
        <translation>열 {0}: {1}</translation>
    </message>
</context>
<context>
    <name>FilterMenu</name>
    <message>
        <source>Clear recent filters</source>
        <translation>최근 필터 지우기</translation>
    </message>
    <message>
        <source>Filter help…</source>
        <translation>필터 도움말…</translation>
    </message>
    <message>
        <source>Manage filters…</source>
        <translation>필터 관리…</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>최근</translation>
    </message>
    <message>
        <source>Save this filter…</source>
        <translation>이 필터 저장…</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>저장됨</translation>
    </message>
    <message>
        <source>Saved and recent filters, help</source>
        <translation>저장한 필터, 최근 필터, 도움말</translation>
    </message>
</context>
<context>
    <name>FilterShelf</name>
    <message>
        <source>Filter of the timeline</source>
        <translation>타임라인 필터</translation>
    </message>
    <message>
        <source>Filter, for example: {0}</source>
        <translation>필터, 예: {0}</translation>
    </message>
    <message>
        <source>The filter language</source>
        <translation>필터 언어</translation>
    </message>
    <message>
        <source>The filters could not be saved: {0}</source>
        <translation>필터를 저장하지 못했습니다: {0}</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>.*</source>
        <translation>.*</translation>
    </message>
    <message>
        <source>Regular expression (Alt+R)</source>
        <translation>정규식(Alt+R)</translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>no such expression: {0}</source>
        <translation>그런 정규식은 없습니다: {0}</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>찾지 못함</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>찾는 중…</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1}개 중 {0}개</translation>
    </message>
</context>
<context>
    <name>FindingList</name>
    <message>
        <source>Findings about this record</source>
        <translation>이 기록에 대한 지적</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>쪽</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>무엇이 잘못되었나</translation>
    </message>
</context>
<context>
    <name>FindingsTable</name>
    <message>
        <source>Findings</source>
        <translation>지적</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>지적이 없습니다.</translation>
    </message>
    <message>
        <source>What a server does against the specification is listed here.</source>
        <translation>서버가 명세를 어긴 것이 여기에 나옵니다.</translation>
    </message>
</context>
<context>
    <name>FoldButton</name>
    <message>
        <source>Hide {0}</source>
        <translation>{0} 숨기기</translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>{0} 보기</translation>
    </message>
</context>
<context>
    <name>Follower</name>
    <message>
        <source>{0} new</source>
        <translation>새 {0}개</translation>
    </message>
</context>
<context>
    <name>Form</name>
    <message>
        <source>Any argument can be added.</source>
        <translation>어떤 인수든 추가할 수 있습니다.</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>양식</translation>
    </message>
    <message>
        <source>Show it here</source>
        <translation>여기에 보기</translation>
    </message>
    <message>
        <source>The JSON has an error at {0}: {1}. It is sent as it is.</source>
        <translation>JSON의 {0}에 오류가 있습니다: {1}. 그대로 보냅니다.</translation>
    </message>
    <message>
        <source>This takes no arguments.</source>
        <translation>인수가 없습니다.</translation>
    </message>
    <message>
        <source>no JSON</source>
        <translation>JSON 아님</translation>
    </message>
    <message>
        <source>{0} characters</source>
        <translation>{0}자</translation>
    </message>
    <message>
        <source>{0} of JSON are kept as they are, and sent so. The form shows them when you ask.</source>
        <translation>JSON {0}은(는) 그대로 두고 그대로 보냅니다. 원하면 양식에 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>FormMarks</name>
    <message>
        <source>NUL</source>
        <translation>NUL</translation>
    </message>
    <message>
        <source>carriage return</source>
        <translation>캐리지 리턴</translation>
    </message>
    <message>
        <source>escape</source>
        <translation>이스케이프</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>탭</translation>
    </message>
    <message>
        <source>{0} half of a pair</source>
        <translation>쌍의 {0} 절반</translation>
    </message>
</context>
<context>
    <name>FormPage</name>
    <message>
        <source>Accept</source>
        <translation>수락</translation>
    </message>
    <message>
        <source>Accept anyway</source>
        <translation>그래도 수락</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>답하기</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>거절</translation>
    </message>
    <message>
        <source>Do not retry</source>
        <translation>다시 시도하지 않기</translation>
    </message>
    <message>
        <source>Not everything fits the schema; accept once more to send it on purpose.</source>
        <translation>일부가 스키마에 맞지 않습니다. 일부러 보내려면 한 번 더 수락하세요.</translation>
    </message>
    <message>
        <source>What stands here is no JSON object: no rule can be made of it.</source>
        <translation>JSON 객체가 아니어서 규칙을 만들 수 없습니다.</translation>
    </message>
    <message>
        <source>What stands here is no JSON, so it cannot be a part of an answer.</source>
        <translation>JSON이 아니어서 응답의 일부가 될 수 없습니다.</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>수락함</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>취소함</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>거절함</translation>
    </message>
</context>
<context>
    <name>FormText</name>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>아무 값</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>글자</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>선택</translation>
    </message>
    <message>
        <source>default {0}</source>
        <translation>기본값 {0}</translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation>더 이상 쓰지 않음</translation>
    </message>
    <message>
        <source>fixed value</source>
        <translation>고정된 값</translation>
    </message>
    <message>
        <source>integer</source>
        <translation>정수</translation>
    </message>
    <message>
        <source>items</source>
        <translation>항목</translation>
    </message>
    <message>
        <source>list</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>list of choices</source>
        <translation>선택 목록</translation>
    </message>
    <message>
        <source>list of integers</source>
        <translation>정수 목록</translation>
    </message>
    <message>
        <source>list of lists</source>
        <translation>목록의 목록</translation>
    </message>
    <message>
        <source>list of numbers</source>
        <translation>숫자 목록</translation>
    </message>
    <message>
        <source>list of objects</source>
        <translation>객체 목록</translation>
    </message>
    <message>
        <source>list of texts</source>
        <translation>텍스트 목록</translation>
    </message>
    <message>
        <source>no two equal</source>
        <translation>중복 없음</translation>
    </message>
    <message>
        <source>not empty</source>
        <translation>비어 있지 않음</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>설정 안 함</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>number</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>object</source>
        <translation>객체</translation>
    </message>
    <message>
        <source>one of</source>
        <translation>다음 중 하나</translation>
    </message>
    <message>
        <source>or null</source>
        <translation>또는 null</translation>
    </message>
    <message>
        <source>properties</source>
        <translation>속성</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>참 또는 거짓</translation>
    </message>
    <message>
        <source>{0}, for example {1}</source>
        <translation>{0}, 예: {1}</translation>
    </message>
</context>
<context>
    <name>Freshness</name>
    <message>
        <source>fresh for {}</source>
        <translation>{} 동안 최신</translation>
    </message>
    <message>
        <source>no cacheScope</source>
        <translation>cacheScope 없음</translation>
    </message>
    <message>
        <source>stale at once (ttlMs 0)</source>
        <translation>곧바로 오래됨(ttlMs 0)</translation>
    </message>
    <message>
        <source>stale since {}</source>
        <translation>{} 전부터 오래됨</translation>
    </message>
    <message>
        <source>stale: no ttlMs</source>
        <translation>오래됨: ttlMs 없음</translation>
    </message>
    <message>
        <source>the scope differs between pages</source>
        <translation>쪽마다 scope가 다름</translation>
    </message>
</context>
<context>
    <name>GoToLine</name>
    <message>
        <source>Close (Esc)</source>
        <translation>닫기(Esc)</translation>
    </message>
    <message>
        <source>Line to go to</source>
        <translation>이동할 줄</translation>
    </message>
    <message>
        <source>Line, or line:column</source>
        <translation>줄 또는 줄:칸</translation>
    </message>
    <message>
        <source>of {}</source>
        <translation>/ {}</translation>
    </message>
</context>
<context>
    <name>Grouping</name>
    <message>
        <source>By name</source>
        <translation>이름순</translation>
    </message>
    <message>
        <source>Dissolve group</source>
        <translation>그룹 풀기</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>그룹</translation>
    </message>
    <message>
        <source>Last used first</source>
        <translation>최근에 쓴 순</translation>
    </message>
    <message>
        <source>Move down	Alt+Down</source>
        <translation>아래로	Alt+Down</translation>
    </message>
    <message>
        <source>Move up	Alt+Up</source>
        <translation>위로	Alt+Up</translation>
    </message>
    <message>
        <source>Name of the group</source>
        <translation>그룹 이름</translation>
    </message>
    <message>
        <source>New group</source>
        <translation>새 그룹</translation>
    </message>
    <message>
        <source>New group…</source>
        <translation>새 그룹…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>순서</translation>
    </message>
    <message>
        <source>Order of the servers</source>
        <translation>서버 순서</translation>
    </message>
    <message>
        <source>Own order</source>
        <translation>직접 정한 순서</translation>
    </message>
    <message>
        <source>Rename the group</source>
        <translation>그룹 이름 바꾸기</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>이름 바꾸기…</translation>
    </message>
</context>
<context>
    <name>HeaderLines</name>
    <message>
        <source>Extra HTTP headers of this request</source>
        <translation>이 요청의 추가 HTTP 헤더</translation>
    </message>
    <message>
        <source>Header: value, one a line; they win over ours</source>
        <translation>한 줄에 하나씩 헤더: 값. 우리 것보다 우선합니다</translation>
    </message>
</context>
<context>
    <name>HeaderTable</name>
    <message>
        <source>(empty)</source>
        <translation>(비어 있음)</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>인수</translation>
    </message>
    <message>
        <source>Arguments that are sent as headers too</source>
        <translation>헤더로도 보내는 인수</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>헤더</translation>
    </message>
    <message>
        <source>Sent as headers too</source>
        <translation>헤더로도 보냄</translation>
    </message>
    <message>
        <source>Sent value</source>
        <translation>보낸 값</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>보내지 않음</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Example</source>
        <translation>예</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>안내</translation>
    </message>
    <message>
        <source>Keep and hand on</source>
        <translation>보관하고 건네기</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Look at the traffic</source>
        <translation>통신 살펴보기</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>뜻</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>The program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>What</source>
        <translation>동작</translation>
    </message>
    <message>
        <source>Work with a server</source>
        <translation>서버로 작업하기</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>쓰는 법</translation>
    </message>
</context>
<context>
    <name>HelpBrowser</name>
    <message>
        <source>Page of the help</source>
        <translation>도움말 페이지</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>All keys (Ctrl+F1)</source>
        <translation>모든 키(Ctrl+F1)</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>뒤로(Alt+←)</translation>
    </message>
    <message>
        <source>Contents of the help</source>
        <translation>도움말 차례</translation>
    </message>
    <message>
        <source>First page (Alt+Home)</source>
        <translation>첫 페이지(Alt+Home)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>앞으로(Alt+→)</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>도움말</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>찾은 것이 없습니다.</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>도움말 검색</translation>
    </message>
    <message>
        <source>{} – Help</source>
        <translation>{} – 도움말</translation>
    </message>
</context>
<context>
    <name>HexView</name>
    <message>
        <source>Bytes in hexadecimal</source>
        <translation>16진수로 본 바이트</translation>
    </message>
    <message>
        <source>Copy as hexadecimal</source>
        <translation>16진수로 복사</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>텍스트로 복사</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>모두 선택</translation>
    </message>
</context>
<context>
    <name>HighlightBar</name>
    <message>
        <source>Find and highlight</source>
        <translation>찾아 강조</translation>
    </message>
    <message>
        <source>Highlight without hiding: a word, or a filter</source>
        <translation>숨기지 않고 강조: 낱말 또는 필터</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>다음 일치(F3)</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>이전 일치(Shift+F3)</translation>
    </message>
    <message>
        <source>Stop highlighting (Esc)</source>
        <translation>강조 끄기(Esc)</translation>
    </message>
</context>
<context>
    <name>Highlighting</name>
    <message>
        <source>Find and highlight without hiding (Ctrl+Shift+L)</source>
        <translation>숨기지 않고 찾아 강조(Ctrl+Shift+L)</translation>
    </message>
    <message>
        <source>{0} highlighted</source>
        <translation>{0}개 강조</translation>
    </message>
</context>
<context>
    <name>HttpStory</name>
    <message>
        <source>; the server asked to wait {0}</source>
        <translation>; 서버가 {0} 기다리라고 했습니다</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Taken up again after event {0}, {1} after the stream ended</source>
        <translation>이벤트 {0} 뒤부터, 스트림이 끝나고 {1} 뒤에 이어졌습니다</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>comment</source>
        <translation>주석</translation>
    </message>
    <message>
        <source>without data</source>
        <translation>데이터 없음</translation>
    </message>
    <message>
        <source>{0} records in between are left out</source>
        <translation>사이의 기록 {0}개 생략</translation>
    </message>
</context>
<context>
    <name>HttpView</name>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>모두 복사</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>값 복사</translation>
    </message>
    <message>
        <source>HTTP heads and events</source>
        <translation>HTTP 헤더와 이벤트</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>헤더</translation>
    </message>
    <message>
        <source>No HTTP head belongs to this record.</source>
        <translation>이 기록에 속한 HTTP 헤더가 없습니다.</translation>
    </message>
    <message>
        <source>No HTTP here but the handshake, in the first rows of this WebSocket.</source>
        <translation>이 WebSocket의 첫 행들에 있는 핸드셰이크 말고는 HTTP가 없습니다.</translation>
    </message>
    <message>
        <source>No HTTP here: this connection is a pipe (stdio).</source>
        <translation>여기에는 HTTP가 없습니다. 이 연결은 파이프(stdio)입니다.</translation>
    </message>
    <message>
        <source>Show secrets</source>
        <translation>비밀 값 보기</translation>
    </message>
    <message>
        <source>Show the values of secret headers</source>
        <translation>비밀 헤더의 값 보기</translation>
    </message>
    <message>
        <source>Show this record</source>
        <translation>이 기록 보기</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
</context>
<context>
    <name>IconBar</name>
    <message>
        <source>Load</source>
        <translation>불러오기</translation>
    </message>
    <message>
        <source>Show its icon</source>
        <translation>아이콘 보기</translation>
    </message>
    <message>
        <source>Show its {0} icons</source>
        <translation>아이콘 {0}개 보기</translation>
    </message>
</context>
<context>
    <name>IconStore</name>
    <message>
        <source>declared as {}</source>
        <translation>{}(이)라고 선언됨</translation>
    </message>
    <message>
        <source>it cannot be drawn</source>
        <translation>그릴 수 없습니다</translation>
    </message>
</context>
<context>
    <name>Icons</name>
    <message>
        <source>That is not where the server is.</source>
        <translation>서버가 있는 곳이 아닙니다.</translation>
    </message>
    <message>
        <source>To show the icons they are fetched from {0}, without cookies or credentials.</source>
        <translation>아이콘을 보려면 {0}에서 쿠키와 자격 증명 없이 가져옵니다.</translation>
    </message>
</context>
<context>
    <name>IdentityPage</name>
    <message>
        <source>As the program is</source>
        <translation>프로그램 그대로</translation>
    </message>
    <message>
        <source>Client info</source>
        <translation>클라이언트 정보</translation>
    </message>
    <message>
        <source>Extra _meta</source>
        <translation>추가 _meta</translation>
    </message>
    <message>
        <source>Extra _meta of every request</source>
        <translation>모든 요청의 추가 _meta</translation>
    </message>
    <message>
        <source>It wins over what the program puts into _meta itself.</source>
        <translation>프로그램이 _meta에 넣는 것보다 우선합니다.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>제목</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>버전</translation>
    </message>
    <message>
        <source>Your own choice is sent exactly as it stands here, in every revision.</source>
        <translation>직접 고른 것은 여기 있는 그대로 모든 개정판에서 보냅니다.</translation>
    </message>
</context>
<context>
    <name>IgnoreBar</name>
    <message>
        <source>Ignore</source>
        <translation>무시</translation>
    </message>
    <message>
        <source>Ignore {}</source>
        <translation>{} 무시</translation>
    </message>
    <message>
        <source>Paths that may differ, for example: {}</source>
        <translation>달라도 되는 경로, 예: {}</translation>
    </message>
    <message>
        <source>Paths to ignore</source>
        <translation>무시할 경로</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>제안</translation>
    </message>
    <message>
        <source>What looks like ids and times</source>
        <translation>ID와 시각으로 보이는 것</translation>
    </message>
</context>
<context>
    <name>ImportDetail</name>
    <message>
        <source>Details of the server</source>
        <translation>서버 상세</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Look at it…</source>
        <translation>살펴보기…</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>문제</translation>
    </message>
</context>
<context>
    <name>ImportServers</name>
    <message>
        <source>A configuration from elsewhere can be opened, or dropped here.</source>
        <translation>다른 곳의 설정을 열거나 여기에 놓을 수 있습니다.</translation>
    </message>
    <message>
        <source>Add selected</source>
        <translation>선택한 것 추가</translation>
    </message>
    <message>
        <source>Add selected ({})</source>
        <translation>선택한 것 추가({})</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Configurations (*.json *.jsonc *.yaml *.yml *.toml)</source>
        <translation>설정 (*.json *.jsonc *.yaml *.yml *.toml)</translation>
    </message>
    <message>
        <source>Import Servers</source>
        <translation>서버 가져오기</translation>
    </message>
    <message>
        <source>Look into a project…</source>
        <translation>프로젝트 살펴보기…</translation>
    </message>
    <message>
        <source>Look into the folder of a project</source>
        <translation>프로젝트 폴더 살펴보기</translation>
    </message>
    <message>
        <source>Looking for the configurations of other programs…</source>
        <translation>다른 프로그램의 설정을 찾는 중…</translation>
    </message>
    <message>
        <source>No other program on this computer has servers.</source>
        <translation>이 컴퓨터의 다른 프로그램에는 서버가 없습니다.</translation>
    </message>
    <message>
        <source>Not added, for their secrets could not be kept: {} ({})</source>
        <translation>비밀 값을 보관하지 못해 추가하지 않았습니다: {} ({})</translation>
    </message>
    <message>
        <source>Open a configuration</source>
        <translation>설정 열기</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>파일 열기…</translation>
    </message>
    <message>
        <source>Secrets ({}): {}</source>
        <translation>비밀 값({}): {}</translation>
    </message>
    <message>
        <source>There is no server in {}.</source>
        <translation>{}에 서버가 없습니다.</translation>
    </message>
    <message>
        <source>What other programs on this computer have. Their files are only read; nothing is started, now or when it is added.</source>
        <translation>이 컴퓨터의 다른 프로그램에 있는 서버입니다. 그 파일은 읽기만 하고, 지금도 추가할 때도 아무것도 시작하지 않습니다.</translation>
    </message>
    <message>
        <source>they are kept until the program ends: there is no keychain here, or the settings want none.</source>
        <translation>프로그램이 끝날 때까지 보관됩니다. 키체인이 없거나 설정에서 쓰지 않기로 했습니다.</translation>
    </message>
    <message>
        <source>they are not kept, as the settings say: servers with some cannot be added.</source>
        <translation>설정에 따라 보관하지 않습니다. 비밀 값이 있는 서버는 추가할 수 없습니다.</translation>
    </message>
    <message>
        <source>they go into an encrypted file, opened with a passphrase.</source>
        <translation>암호 구문으로 여는 암호화된 파일에 들어갑니다.</translation>
    </message>
    <message>
        <source>they go to the keychain of this system, not into a file.</source>
        <translation>파일이 아니라 이 시스템의 키체인에 들어갑니다.</translation>
    </message>
    <message>
        <source>what was dropped</source>
        <translation>놓은 것</translation>
    </message>
</context>
<context>
    <name>ImportTree</name>
    <message>
        <source>Notes</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Servers that were found</source>
        <translation>찾은 서버</translation>
    </message>
    <message>
        <source>What it runs</source>
        <translation>실행하는 것</translation>
    </message>
    <message>
        <source>its URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>its command</source>
        <translation>명령</translation>
    </message>
</context>
<context>
    <name>Inbox</name>
    <message>
        <source>answered with {} roots</source>
        <translation>루트 {}개로 답함</translation>
    </message>
    <message>
        <source>by a rule: {}</source>
        <translation>규칙으로: {}</translation>
    </message>
    <message>
        <source>connection closed</source>
        <translation>연결이 닫힘</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>철회됨</translation>
    </message>
</context>
<context>
    <name>InputNotice</name>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>{} asks for an input</source>
        <translation>{}이(가) 입력을 요청합니다</translation>
    </message>
</context>
<context>
    <name>InputsPanel</name>
    <message>
        <source>Elicitation, sampling and roots requests wait here until you answer them.</source>
        <translation>질의(elicitation), 샘플링, 루트 요청이 답을 기다리는 곳입니다.</translation>
    </message>
    <message>
        <source>Filter questions</source>
        <translation>질문 필터</translation>
    </message>
    <message>
        <source>Roots ({})</source>
        <translation>루트({})</translation>
    </message>
    <message>
        <source>Rules ({})</source>
        <translation>규칙({})</translation>
    </message>
    <message>
        <source>Rules answer automatically.</source>
        <translation>규칙이 자동으로 답합니다.</translation>
    </message>
    <message>
        <source>The server asked nothing yet.</source>
        <translation>서버가 아직 아무것도 묻지 않았습니다.</translation>
    </message>
    <message>
        <source>The server asks nothing.</source>
        <translation>서버가 묻는 것이 없습니다.</translation>
    </message>
    <message>
        <source>round {}</source>
        <translation>{}회차</translation>
    </message>
    <message>
        <source>waits for your answer</source>
        <translation>답을 기다림</translation>
    </message>
</context>
<context>
    <name>ItemIcons</name>
    <message>
        <source>Show icons in the list</source>
        <translation>목록에 아이콘 보기</translation>
    </message>
</context>
<context>
    <name>ItemList</name>
    <message>
        <source>Nothing matches the filter.</source>
        <translation>필터에 맞는 것이 없습니다.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>검색</translation>
    </message>
</context>
<context>
    <name>ItemRow</name>
    <message>
        <source>Drag, or Alt+Up and Alt+Down: move. Ctrl+D: duplicate. Delete: remove.</source>
        <translation>끌거나 Alt+Up, Alt+Down: 옮기기. Ctrl+D: 복제. Delete: 제거.</translation>
    </message>
    <message>
        <source>Item {0} of {1}</source>
        <translation>{1}개 중 {0}번째 항목</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Remove item {0} of {1}</source>
        <translation>{1}개 중 {0}번째 항목 제거</translation>
    </message>
</context>
<context>
    <name>JsonActions</name>
    <message>
        <source>Break long lines</source>
        <translation>긴 줄 나누기</translation>
    </message>
    <message>
        <source>Clean up to JSON</source>
        <translation>JSON으로 정리</translation>
    </message>
    <message>
        <source>Explain this place</source>
        <translation>이 자리 설명</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>찾기…</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>접기</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>모두 접기</translation>
    </message>
    <message>
        <source>Fold below level {}</source>
        <translation>{}단계 아래 접기</translation>
    </message>
    <message>
        <source>Folding</source>
        <translation>접기</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>들여쓰기 정리</translation>
    </message>
    <message>
        <source>Go to line…</source>
        <translation>줄로 이동…</translation>
    </message>
    <message>
        <source>Go to the other bracket</source>
        <translation>맞은편 괄호로 이동</translation>
    </message>
    <message>
        <source>Minify to one line</source>
        <translation>한 줄로 줄이기</translation>
    </message>
    <message>
        <source>Next problem</source>
        <translation>다음 문제</translation>
    </message>
    <message>
        <source>Previous problem</source>
        <translation>이전 문제</translation>
    </message>
    <message>
        <source>Propose by the schema</source>
        <translation>스키마로 제안</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>바꾸기…</translation>
    </message>
    <message>
        <source>Show the chip as text</source>
        <translation>칩을 텍스트로 보기</translation>
    </message>
    <message>
        <source>Sort all keys</source>
        <translation>모든 키 정렬</translation>
    </message>
    <message>
        <source>Sort the outermost keys</source>
        <translation>가장 바깥 키 정렬</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>펼치기</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>모두 펼치기</translation>
    </message>
</context>
<context>
    <name>JsonBadges</name>
    <message>
        <source>&gt; 2^53</source>
        <translation>&gt; 2^53</translation>
    </message>
    <message>
        <source>Beyond 2^53: programs that read numbers as doubles round it</source>
        <translation>2^53보다 큼: 숫자를 double로 읽는 프로그램은 반올림합니다</translation>
    </message>
    <message>
        <source>Holds bytes that are no UTF-8</source>
        <translation>UTF-8이 아닌 바이트가 있습니다</translation>
    </message>
    <message>
        <source>Holds characters that turn the direction of text: it may read falsely</source>
        <translation>글의 방향을 바꾸는 문자가 있습니다. 잘못 읽힐 수 있습니다</translation>
    </message>
    <message>
        <source>Holds half a surrogate pair: no text can hold that</source>
        <translation>서로게이트 쌍의 절반이 있습니다. 어떤 텍스트도 담을 수 없습니다</translation>
    </message>
    <message>
        <source>Larger than any double: other programs read infinity, or refuse it</source>
        <translation>어떤 double보다 큼: 다른 프로그램은 무한대로 읽거나 거부합니다</translation>
    </message>
    <message>
        <source>Not exactly a double: other programs will change its last digits</source>
        <translation>double로 정확하지 않음: 다른 프로그램은 끝자리를 바꿉니다</translation>
    </message>
    <message>
        <source>The object has this key more than once; most programs keep the last</source>
        <translation>객체에 이 키가 여러 번 있습니다. 대부분의 프로그램은 마지막 것을 씁니다</translation>
    </message>
    <message>
        <source>half a character</source>
        <translation>반쪽 문자</translation>
    </message>
    <message>
        <source>hidden control</source>
        <translation>숨은 제어 문자</translation>
    </message>
    <message>
        <source>inexact</source>
        <translation>부정확</translation>
    </message>
    <message>
        <source>key twice</source>
        <translation>키 중복</translation>
    </message>
    <message>
        <source>not UTF-8</source>
        <translation>UTF-8 아님</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>너무 큼</translation>
    </message>
</context>
<context>
    <name>JsonChecking</name>
    <message>
        <source>Half of a surrogate pair: valid JSON, but no character. Many readers refuse it.</source>
        <translation>서로게이트 쌍의 절반: 올바른 JSON이지만 문자가 아닙니다. 많은 프로그램이 거부합니다.</translation>
    </message>
    <message>
        <source>Invisible U+{1}: it changes the direction in which text is shown</source>
        <translation>보이지 않는 U+{1}: 텍스트가 보이는 방향을 바꿉니다</translation>
    </message>
    <message>
        <source>Larger than 2^53: JavaScript and others round it. It is sent as it stands here.</source>
        <translation>2^53보다 큼: JavaScript 등은 반올림합니다. 여기 있는 그대로 보냅니다.</translation>
    </message>
    <message>
        <source>NaN, Infinity, undefined made null: {}</source>
        <translation>NaN, Infinity, undefined를 null로 바꿈: {}</translation>
    </message>
    <message>
        <source>Not exactly a 64-bit number: most readers round it. It is sent as it stands here.</source>
        <translation>64비트로 정확하지 않은 수: 대부분의 프로그램은 반올림합니다. 여기 있는 그대로 보냅니다.</translation>
    </message>
    <message>
        <source>True, False, None rewritten: {}</source>
        <translation>True, False, None을 다시 씀: {}</translation>
    </message>
    <message>
        <source>brackets replaced: {}</source>
        <translation>괄호를 바꿈: {}</translation>
    </message>
    <message>
        <source>commas added: {}</source>
        <translation>쉼표를 넣음: {}</translation>
    </message>
    <message>
        <source>commas removed: {}</source>
        <translation>쉼표를 뺌: {}</translation>
    </message>
    <message>
        <source>comments removed: {}</source>
        <translation>주석을 뺌: {}</translation>
    </message>
    <message>
        <source>keys put in quotes: {}</source>
        <translation>키에 따옴표를 붙임: {}</translation>
    </message>
    <message>
        <source>numbers rewritten: {}</source>
        <translation>숫자를 다시 씀: {}</translation>
    </message>
    <message>
        <source>odd blanks replaced: {}</source>
        <translation>이상한 공백을 바꿈: {}</translation>
    </message>
    <message>
        <source>quotes replaced: {}</source>
        <translation>따옴표를 바꿈: {}</translation>
    </message>
    <message>
        <source>strings escaped: {}</source>
        <translation>문자열을 이스케이프함: {}</translation>
    </message>
    <message>
        <source>“{0}” stands here a second time: most readers take only the last one</source>
        <translation>“{0}”이(가) 여기에 두 번째로 있습니다. 대부분의 프로그램은 마지막 것만 씁니다</translation>
    </message>
</context>
<context>
    <name>JsonCompletion</name>
    <message>
        <source>Down, then Enter; or Tab</source>
        <translation>↓ 다음 Enter, 또는 Tab</translation>
    </message>
    <message>
        <source>Enter or Tab takes it</source>
        <translation>Enter 또는 Tab으로 적용</translation>
    </message>
    <message>
        <source>The schema proposes nothing here.</source>
        <translation>스키마가 여기에 제안하는 것이 없습니다.</translation>
    </message>
    <message>
        <source>{}, as base64: shown as a chip, sent whole</source>
        <translation>base64로 된 {}: 칩으로 보이고 통째로 보냅니다</translation>
    </message>
</context>
<context>
    <name>JsonEditor</name>
    <message>
        <source>  (and {} more, F8)</source>
        <translation>  (외 {}개, F8)</translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation>정리</translation>
    </message>
    <message>
        <source>Clean up to JSON</source>
        <translation>JSON으로 정리</translation>
    </message>
    <message>
        <source>Ctrl+Alt+J; undo takes it back</source>
        <translation>Ctrl+Alt+J. 실행 취소로 되돌립니다</translation>
    </message>
    <message>
        <source>Exact bytes</source>
        <translation>정확한 바이트</translation>
    </message>
    <message>
        <source>Find, fold, sort, explain</source>
        <translation>찾기, 접기, 정렬, 설명</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>들여쓰기 정리</translation>
    </message>
    <message>
        <source>Indent (Ctrl+Shift+F)</source>
        <translation>들여쓰기(Ctrl+Shift+F)</translation>
    </message>
    <message>
        <source>Indented, too, a line has {} characters.</source>
        <translation>들여 써도 한 줄이 {}자입니다.</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Line ends are CRLF and stay so</source>
        <translation>줄 끝은 CRLF이고 그대로 유지됩니다</translation>
    </message>
    <message>
        <source>Line ends were mixed; now they are LF</source>
        <translation>줄 끝이 섞여 있었으며 이제 LF입니다</translation>
    </message>
    <message>
        <source>Line {0}: {1}</source>
        <translation>{0}번째 줄: {1}</translation>
    </message>
    <message>
        <source>Minify</source>
        <translation>줄이기</translation>
    </message>
    <message>
        <source>More</source>
        <translation>더 보기</translation>
    </message>
    <message>
        <source>Put on one line (Ctrl+Alt+F)</source>
        <translation>한 줄로(Ctrl+Alt+F)</translation>
    </message>
    <message>
        <source>Rewrite as JSON; order, digits and texts stay. Undo takes it back (Ctrl+Alt+J)</source>
        <translation>JSON으로 다시 씁니다. 순서, 숫자, 텍스트는 그대로이며 실행 취소로 되돌립니다(Ctrl+Alt+J)</translation>
    </message>
    <message>
        <source>The text stands for bytes; \xNN is one byte, also where that is no UTF-8</source>
        <translation>텍스트가 바이트를 나타냅니다. \xNN은 한 바이트이며 UTF-8이 아니어도 됩니다</translation>
    </message>
    <message>
        <source>This is no JSON that could be indented.</source>
        <translation>들여 쓸 수 있는 JSON이 아닙니다.</translation>
    </message>
    <message>
        <source>a line is very long</source>
        <translation>아주 긴 줄이 있음</translation>
    </message>
    <message>
        <source>too large to be edited without delay</source>
        <translation>지체 없이 편집하기에는 너무 큼</translation>
    </message>
</context>
<context>
    <name>JsonFieldEditor</name>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Too long to be edited here; the JSON view shows it.</source>
        <translation>여기서 편집하기에는 너무 깁니다. JSON 보기에 나옵니다.</translation>
    </message>
</context>
<context>
    <name>JsonFind</name>
    <message>
        <source>1 match</source>
        <translation>1곳 일치</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>찾지 못함</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1}개 중 {0}개</translation>
    </message>
    <message>
        <source>{} matches</source>
        <translation>{}곳 일치</translation>
    </message>
    <message>
        <source>{} replaced</source>
        <translation>{}곳 바꿈</translation>
    </message>
</context>
<context>
    <name>JsonMenu</name>
    <message>
        <source>Copy JSON Pointer</source>
        <translation>JSON Pointer 복사</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>모두 복사</translation>
    </message>
    <message>
        <source>Copy path {0}</source>
        <translation>경로 {0} 복사</translation>
    </message>
    <message>
        <source>Copy value as JSON</source>
        <translation>값을 JSON으로 복사</translation>
    </message>
</context>
<context>
    <name>JsonTableModel</name>
    <message>
        <source>Key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>없음</translation>
    </message>
</context>
<context>
    <name>JsonTableView</name>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>CSV로 복사</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON으로 복사</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Markdown으로 복사</translation>
    </message>
    <message>
        <source>Copy for a spreadsheet (TSV)</source>
        <translation>스프레드시트용으로 복사(TSV)</translation>
    </message>
    <message>
        <source>Copy the rows shown</source>
        <translation>보이는 행 복사</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>행 필터</translation>
    </message>
    <message>
        <source>Show in text</source>
        <translation>텍스트에서 보기</translation>
    </message>
    <message>
        <source>Show in the tree</source>
        <translation>트리에서 보기</translation>
    </message>
    <message>
        <source>Table of</source>
        <translation>표로 볼 것</translation>
    </message>
    <message>
        <source>copying…</source>
        <translation>복사하는 중…</translation>
    </message>
    <message>
        <source>filtering…</source>
        <translation>거르는 중…</translation>
    </message>
    <message>
        <source>sorting…</source>
        <translation>정렬하는 중…</translation>
    </message>
    <message>
        <source>{0} of {1} rows</source>
        <translation>{1}행 중 {0}행</translation>
    </message>
    <message>
        <source>{0} rows</source>
        <translation>{0}행</translation>
    </message>
    <message>
        <source>{0} rows copied</source>
        <translation>{0}행 복사됨</translation>
    </message>
</context>
<context>
    <name>JsonTreeModel</name>
    <message>
        <source>Key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
</context>
<context>
    <name>JsonTreeView</name>
    <message>
        <source>All</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>모두 접기</translation>
    </message>
    <message>
        <source>Copy JSON Pointer</source>
        <translation>JSON Pointer 복사</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>키 복사</translation>
    </message>
    <message>
        <source>Copy path {0}</source>
        <translation>경로 {0} 복사</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>텍스트 복사</translation>
    </message>
    <message>
        <source>Copy value as JSON</source>
        <translation>값을 JSON으로 복사</translation>
    </message>
    <message>
        <source>Expand to depth</source>
        <translation>깊이까지 펼치기</translation>
    </message>
    <message>
        <source>JSON as a tree</source>
        <translation>트리로 본 JSON</translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation>표로 보기</translation>
    </message>
    <message>
        <source>Show in text</source>
        <translation>텍스트에서 보기</translation>
    </message>
</context>
<context>
    <name>JsonViewer</name>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>찾기(Ctrl+F)</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>찾기…</translation>
    </message>
    <message>
        <source>JSON as text</source>
        <translation>텍스트로 본 JSON</translation>
    </message>
    <message>
        <source>Not JSON. {0}</source>
        <translation>JSON이 아닙니다. {0}</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>모두 선택</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Show in the tree</source>
        <translation>트리에서 보기</translation>
    </message>
    <message>
        <source>Show the JSON as</source>
        <translation>JSON을 볼 방법</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>트리</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>긴 줄 바꿔 보기</translation>
    </message>
    <message>
        <source>too large to open all of it</source>
        <translation>모두 펼치기에는 너무 큼</translation>
    </message>
    <message>
        <source>{0} · reading…</source>
        <translation>{0} · 읽는 중…</translation>
    </message>
</context>
<context>
    <name>KeyGroups</name>
    <message>
        <source>A number one step on; Page Up, Page Down: ten</source>
        <translation>숫자를 한 단계씩. Page Up, Page Down은 열 단계씩</translation>
    </message>
    <message>
        <source>A text in one line or in several</source>
        <translation>텍스트를 한 줄 또는 여러 줄로</translation>
    </message>
    <message>
        <source>Another item below, from a value of one line</source>
        <translation>한 줄 값에서 아래에 항목 하나 더</translation>
    </message>
    <message>
        <source>Another item below, from anywhere</source>
        <translation>어디서나 아래에 항목 하나 더</translation>
    </message>
    <message>
        <source>Arguments used before</source>
        <translation>전에 쓴 인수</translation>
    </message>
    <message>
        <source>Between form and JSON, at the same place</source>
        <translation>양식과 JSON의 같은 자리를 오가기</translation>
    </message>
    <message>
        <source>Break the line of a text</source>
        <translation>텍스트 줄 바꾸기</translation>
    </message>
    <message>
        <source>Close, open the group</source>
        <translation>그룹 닫기, 열기</translation>
    </message>
    <message>
        <source>Connect; on a heading: open or close the group</source>
        <translation>연결. 제목에서는 그룹 열고 닫기</translation>
    </message>
    <message>
        <source>Copy what is chosen</source>
        <translation>선택한 것 복사</translation>
    </message>
    <message>
        <source>Duplicate the item</source>
        <translation>항목 복제</translation>
    </message>
    <message>
        <source>Edit a server, rename a group</source>
        <translation>서버 편집, 그룹 이름 바꾸기</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>찾기</translation>
    </message>
    <message>
        <source>From a field to its row, on to what is around it</source>
        <translation>필드에서 그 행으로, 이어서 바깥으로</translation>
    </message>
    <message>
        <source>From the value to the number of the item</source>
        <translation>값에서 항목 번호로</translation>
    </message>
    <message>
        <source>In a date or time: the calendar</source>
        <translation>날짜나 시각에서: 달력</translation>
    </message>
    <message>
        <source>In a form</source>
        <translation>양식에서</translation>
    </message>
    <message>
        <source>In a list</source>
        <translation>목록에서</translation>
    </message>
    <message>
        <source>In a table: show the cell in the tree</source>
        <translation>표에서: 칸을 트리에서 보기</translation>
    </message>
    <message>
        <source>In an answer</source>
        <translation>응답에서</translation>
    </message>
    <message>
        <source>In the JSON editor</source>
        <translation>JSON 편집기에서</translation>
    </message>
    <message>
        <source>In the list of servers</source>
        <translation>서버 목록에서</translation>
    </message>
    <message>
        <source>In the tree: close, open</source>
        <translation>트리에서: 닫기, 열기</translation>
    </message>
    <message>
        <source>In the tree: open all below</source>
        <translation>트리에서: 아래를 모두 열기</translation>
    </message>
    <message>
        <source>Move a server or a group</source>
        <translation>서버나 그룹 옮기기</translation>
    </message>
    <message>
        <source>Move the item</source>
        <translation>항목 옮기기</translation>
    </message>
    <message>
        <source>Next match, the one before</source>
        <translation>다음 일치, 이전 일치</translation>
    </message>
    <message>
        <source>Next mistake, the one before</source>
        <translation>다음 오류, 이전 오류</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>설정 안 함</translation>
    </message>
    <message>
        <source>Null, and back</source>
        <translation>null로, 다시 되돌리기</translation>
    </message>
    <message>
        <source>On the arrow of a section: close, open</source>
        <translation>구역 화살표에서: 닫기, 열기</translation>
    </message>
    <message>
        <source>On the number: paste items</source>
        <translation>번호에서: 항목 붙여 넣기</translation>
    </message>
    <message>
        <source>On the number: remove the item</source>
        <translation>번호에서: 항목 제거</translation>
    </message>
    <message>
        <source>On the number: to the value</source>
        <translation>번호에서: 값으로</translation>
    </message>
    <message>
        <source>Paste arguments of any kind</source>
        <translation>어떤 형식의 인수든 붙여 넣기</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Take the default, where nothing is set</source>
        <translation>설정되지 않은 곳에 기본값 쓰기</translation>
    </message>
    <message>
        <source>The next one of a few values</source>
        <translation>몇 안 되는 값 가운데 다음 값</translation>
    </message>
    <message>
        <source>Undo in the field, then what was filled in</source>
        <translation>필드에서 실행 취소, 이어서 채운 것 취소</translation>
    </message>
</context>
<context>
    <name>LadderModel</name>
    <message>
        <source>Time</source>
        <translation>시각</translation>
    </message>
</context>
<context>
    <name>LadderPane</name>
    <message>
        <source>(the first {0}; {1} are left out)</source>
        <translation>(처음 {0}개, {1}개 생략)</translation>
    </message>
    <message>
        <source>As a picture or as text</source>
        <translation>그림 또는 텍스트로</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>클라이언트</translation>
    </message>
    <message>
        <source>Collecting…</source>
        <translation>모으는 중…</translation>
    </message>
    <message>
        <source>Copied {0} steps as Mermaid</source>
        <translation>{0}단계를 Mermaid로 복사함</translation>
    </message>
    <message>
        <source>Copy as Mermaid</source>
        <translation>Mermaid로 복사</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>Last {0}</source>
        <translation>마지막 {0}개</translation>
    </message>
    <message>
        <source>No record matches the filter of the timeline.</source>
        <translation>타임라인 필터에 맞는 기록이 없습니다.</translation>
    </message>
    <message>
        <source>Not saved: {0}</source>
        <translation>저장하지 못함: {0}</translation>
    </message>
    <message>
        <source>Nothing yet. Connect a server and every message becomes an arrow.</source>
        <translation>아직 아무것도 없습니다. 서버를 연결하면 모든 메시지가 화살표가 됩니다.</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>사람</translation>
    </message>
    <message>
        <source>Save as Mermaid…</source>
        <translation>Mermaid로 저장…</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>SVG로 저장…</translation>
    </message>
    <message>
        <source>Save the ladder</source>
        <translation>시퀀스 다이어그램 저장</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>저장됨: {0}</translation>
    </message>
    <message>
        <source>Select a record: its call is drawn here with what came around it.</source>
        <translation>기록을 선택하면 그 호출과 앞뒤에 온 것을 여기에 그립니다.</translation>
    </message>
    <message>
        <source>Select rows of the timeline: their messages are drawn here.</source>
        <translation>타임라인에서 행들을 선택하면 그 메시지를 여기에 그립니다.</translation>
    </message>
    <message>
        <source>Selected rows</source>
        <translation>선택한 행</translation>
    </message>
    <message>
        <source>Shown rows</source>
        <translation>보이는 행</translation>
    </message>
    <message>
        <source>This call</source>
        <translation>이 호출</translation>
    </message>
    <message>
        <source>What the ladder shows</source>
        <translation>시퀀스 다이어그램에 보일 것</translation>
    </message>
    <message>
        <source>{0} messages</source>
        <translation>메시지 {0}개</translation>
    </message>
</context>
<context>
    <name>LadderView</name>
    <message>
        <source>Sequence ladder</source>
        <translation>시퀀스 다이어그램</translation>
    </message>
</context>
<context>
    <name>LargeJson</name>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>뒤로</translation>
    </message>
    <message>
        <source>Edit as it is</source>
        <translation>그대로 편집</translation>
    </message>
    <message>
        <source>Edit indented</source>
        <translation>들여 써서 편집</translation>
    </message>
    <message>
        <source>Edit it in another program</source>
        <translation>다른 프로그램에서 편집</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>JSON, only shown</source>
        <translation>JSON, 보기만</translation>
    </message>
    <message>
        <source>Not read: {}</source>
        <translation>읽지 못함: {}</translation>
    </message>
    <message>
        <source>Not saved: {}</source>
        <translation>저장하지 못함: {}</translation>
    </message>
    <message>
        <source>Read from a file…</source>
        <translation>파일에서 읽기…</translation>
    </message>
    <message>
        <source>Save to a file…</source>
        <translation>파일로 저장…</translation>
    </message>
    <message>
        <source>Saved as {}.</source>
        <translation>{}(으)로 저장됨.</translation>
    </message>
    <message>
        <source>To the text that was here before</source>
        <translation>전에 있던 텍스트로</translation>
    </message>
    <message>
        <source>{0}: {1}. It is kept, and sent as it is.</source>
        <translation>{0}: {1}. 그대로 두고 그대로 보냅니다.</translation>
    </message>
</context>
<context>
    <name>LargeValue</name>
    <message>
        <source>Edit as text</source>
        <translation>텍스트로 편집</translation>
    </message>
    <message>
        <source>Edit as text (Enter)</source>
        <translation>텍스트로 편집(Enter)</translation>
    </message>
    <message>
        <source>{0} of text: {1}…</source>
        <translation>텍스트 {0}: {1}…</translation>
    </message>
</context>
<context>
    <name>LineEditor</name>
    <message>
        <source>Not set (Ctrl+Backspace)</source>
        <translation>설정 안 함(Ctrl+Backspace)</translation>
    </message>
</context>
<context>
    <name>LinkPage</name>
    <message>
        <source>Accept</source>
        <translation>수락</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>주소</translation>
    </message>
    <message>
        <source>Address of the page</source>
        <translation>페이지 주소</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>거절</translation>
    </message>
    <message>
        <source>Do not retry</source>
        <translation>다시 시도하지 않기</translation>
    </message>
    <message>
        <source>Nothing was opened or fetched so far; this is no answer yet</source>
        <translation>지금까지 아무것도 열거나 가져오지 않았습니다. 아직 답이 아닙니다</translation>
    </message>
    <message>
        <source>Only http and https addresses are opened from here.</source>
        <translation>여기서는 http와 https 주소만 엽니다.</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>브라우저에서 열기</translation>
    </message>
    <message>
        <source>Retry the call</source>
        <translation>호출 다시 시도</translation>
    </message>
    <message>
        <source>The address carries a user name or password: what stands before the @ is not the host.</source>
        <translation>주소에 사용자 이름이나 비밀번호가 있습니다. @ 앞은 호스트가 아닙니다.</translation>
    </message>
    <message>
        <source>The address holds white space or backslashes, which browsers read differently: it is not opened.</source>
        <translation>브라우저마다 다르게 읽는 공백이나 역슬래시가 주소에 있어 열지 않습니다.</translation>
    </message>
    <message>
        <source>The address is not https: others on the way can read and change what is sent.</source>
        <translation>주소가 https가 아닙니다. 중간에서 보내는 것을 읽고 바꿀 수 있습니다.</translation>
    </message>
    <message>
        <source>The host also reads {}</source>
        <translation>호스트의 다른 표기: {}</translation>
    </message>
    <message>
        <source>The host name has letters of other alphabets, which can imitate another name.</source>
        <translation>호스트 이름에 다른 문자의 글자가 있어 다른 이름으로 보일 수 있습니다.</translation>
    </message>
    <message>
        <source>The server says that this is done.</source>
        <translation>서버가 이것이 끝났다고 합니다.</translation>
    </message>
    <message>
        <source>This is no web address: it cannot be opened.</source>
        <translation>웹 주소가 아니어서 열 수 없습니다.</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>수락함</translation>
    </message>
    <message>
        <source>an unknown host</source>
        <translation>알 수 없는 호스트</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>취소함</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>거절함</translation>
    </message>
    <message>
        <source>handed to the browser</source>
        <translation>브라우저에 넘김</translation>
    </message>
    <message>
        <source>no browser could be started; copy the address and open it yourself</source>
        <translation>브라우저를 시작하지 못했습니다. 주소를 복사해 직접 여세요</translation>
    </message>
    <message>
        <source>retried</source>
        <translation>다시 시도함</translation>
    </message>
    <message>
        <source>{0} asks you to open this page of {1} in your browser:</source>
        <translation>{0}이(가) {1}의 이 페이지를 브라우저에서 열어 달라고 합니다:</translation>
    </message>
</context>
<context>
    <name>ListEditor</name>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>Add an item</source>
        <translation>항목 추가</translation>
    </message>
    <message>
        <source>At most {0} items</source>
        <translation>항목은 최대 {0}개</translation>
    </message>
    <message>
        <source>Paste items: lines, a column or table of a spreadsheet, CSV, or a JSON list</source>
        <translation>항목 붙여 넣기: 여러 줄, 스프레드시트의 열이나 표, CSV, JSON 목록</translation>
    </message>
    <message>
        <source>{0} of {1} like {2}</source>
        <translation>{2} 같은 것 {1}개 중 {0}개</translation>
    </message>
    <message>
        <source>{0}. Ctrl+D on an item adds one all the same.</source>
        <translation>{0}. 그래도 항목에서 Ctrl+D를 누르면 추가됩니다.</translation>
    </message>
    <message>
        <source>{0}: add an item</source>
        <translation>{0}: 항목 추가</translation>
    </message>
    <message>
        <source>{0}: paste items</source>
        <translation>{0}: 항목 붙여 넣기</translation>
    </message>
</context>
<context>
    <name>ListFoot</name>
    <message>
        <source>Always page by page</source>
        <translation>항상 한 쪽씩</translation>
    </message>
    <message>
        <source>Always use the cache while fresh</source>
        <translation>최신인 동안 항상 캐시 사용</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Changed: refresh</source>
        <translation>바뀜: 새로 고침</translation>
    </message>
    <message>
        <source>Fetch all pages</source>
        <translation>모든 쪽 가져오기</translation>
    </message>
    <message>
        <source>Fetch from the server</source>
        <translation>서버에서 가져오기</translation>
    </message>
    <message>
        <source>Fetch this list again</source>
        <translation>이 목록 다시 가져오기</translation>
    </message>
    <message>
        <source>How this list is fetched</source>
        <translation>이 목록을 가져오는 방법</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>다음 쪽</translation>
    </message>
    <message>
        <source>Take from the cache while fresh</source>
        <translation>최신인 동안 캐시에서</translation>
    </message>
    <message>
        <source>The server says that this list changed since it was fetched.</source>
        <translation>서버가 이 목록이 가져온 뒤에 바뀌었다고 합니다.</translation>
    </message>
    <message>
        <source>from the cache</source>
        <translation>캐시에서</translation>
    </message>
    <message>
        <source>page {} …</source>
        <translation>{}쪽 …</translation>
    </message>
    <message>
        <source>stale: it changed on the server</source>
        <translation>오래됨: 서버에서 바뀜</translation>
    </message>
    <message>
        <source>{} pages</source>
        <translation>{}쪽</translation>
    </message>
</context>
<context>
    <name>LogsView</name>
    <message>
        <source>All levels</source>
        <translation>모든 수준</translation>
    </message>
    <message>
        <source>Choose a level above: servers of this era log only when a request asks for it.</source>
        <translation>위에서 수준을 고르세요. 이 세대의 서버는 요청이 부탁할 때만 로그를 보냅니다.</translation>
    </message>
    <message>
        <source>Clear this view; the timeline keeps all</source>
        <translation>이 보기만 비웁니다. 타임라인에는 모두 남습니다</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>데이터</translation>
    </message>
    <message>
        <source>Every request asks for messages from this level on (_meta logLevel)</source>
        <translation>모든 요청이 이 수준부터의 메시지를 부탁합니다(_meta logLevel)</translation>
    </message>
    <message>
        <source>Filter log messages</source>
        <translation>로그 메시지 필터</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>수준</translation>
    </message>
    <message>
        <source>Level the server is to log from</source>
        <translation>서버가 로그를 보낼 수준</translation>
    </message>
    <message>
        <source>Log from</source>
        <translation>로그 수준</translation>
    </message>
    <message>
        <source>Log messages</source>
        <translation>로그 메시지</translation>
    </message>
    <message>
        <source>Logger</source>
        <translation>로거</translation>
    </message>
    <message>
        <source>Nothing was logged yet.</source>
        <translation>아직 로그가 없습니다.</translation>
    </message>
    <message>
        <source>Server decides</source>
        <translation>서버가 결정</translation>
    </message>
    <message>
        <source>Sets the level of the session (logging/setLevel)</source>
        <translation>세션의 수준을 정합니다(logging/setLevel)</translation>
    </message>
    <message>
        <source>Show messages from this level on</source>
        <translation>이 수준부터의 메시지 보기</translation>
    </message>
    <message>
        <source>Silent</source>
        <translation>끔</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시각</translation>
    </message>
</context>
<context>
    <name>LongWork</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Add a server (Ctrl+N)</source>
        <translation>서버 추가(Ctrl+N)</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>MarkdownBlock</name>
    <message>
        <source>Copy the text as it was written</source>
        <translation>쓰인 그대로 텍스트 복사</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>Count the time from here</source>
        <translation>여기부터 시간 재기</translation>
    </message>
    <message>
        <source>Do not count the time from here</source>
        <translation>여기부터 시간 재지 않기</translation>
    </message>
    <message>
        <source>Edit note…</source>
        <translation>메모 편집…</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>표시</translation>
    </message>
    <message>
        <source>None among the rows shown ({} in all).</source>
        <translation>보이는 행 가운데 없습니다(모두 {}개).</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>메모…</translation>
    </message>
    <message>
        <source>Remove the mark</source>
        <translation>표시 제거</translation>
    </message>
    <message>
        <source>Select a row to count the time from it.</source>
        <translation>그 행부터 시간을 재려면 행을 선택하세요.</translation>
    </message>
    <message>
        <source>Select a row to mark it.</source>
        <translation>표시하려면 행을 선택하세요.</translation>
    </message>
    <message>
        <source>Select a row to write a note about it.</source>
        <translation>메모를 쓰려면 행을 선택하세요.</translation>
    </message>
    <message>
        <source>There is none.</source>
        <translation>없습니다.</translation>
    </message>
    <message>
        <source>Went on from the end.</source>
        <translation>끝에서부터 이어서 찾았습니다.</translation>
    </message>
    <message>
        <source>Went on from the top.</source>
        <translation>처음부터 이어서 찾았습니다.</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Add files…</source>
        <translation>파일 추가…</translation>
    </message>
    <message>
        <source>Add to its times</source>
        <translation>시각에 더하기</translation>
    </message>
    <message>
        <source>All records in the order of their times, in a new window. The files stay as they are.</source>
        <translation>모든 기록을 시간순으로 새 창에 보여 줍니다. 파일은 그대로입니다.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>합치기</translation>
    </message>
    <message>
        <source>Merge sessions</source>
        <translation>세션 합치기</translation>
    </message>
    <message>
        <source>Seconds to add to the times of {}</source>
        <translation>{}의 시각에 더할 초</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>세션</translation>
    </message>
</context>
<context>
    <name>Minimap</name>
    <message>
        <source>All rows: errors red. Click or drag to go there.</source>
        <translation>모든 행: 오류는 빨강. 누르거나 끌면 그곳으로 갑니다.</translation>
    </message>
    <message>
        <source>Map of all rows</source>
        <translation>모든 행의 지도</translation>
    </message>
</context>
<context>
    <name>MissingCapability</name>
    <message>
        <source>Declare it, try again</source>
        <translation>선언하고 다시 시도</translation>
    </message>
    <message>
        <source>Declare {} and try again</source>
        <translation>{}을(를) 선언하고 다시 시도</translation>
    </message>
    <message>
        <source>Only for clients that offer {}.</source>
        <translation>{}을(를) 제공하는 클라이언트만 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>The server wants a capability that it does not name.</source>
        <translation>서버가 이름을 대지 않은 기능(capability)을 요구합니다.</translation>
    </message>
</context>
<context>
    <name>MistakeStrip</name>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>보고서 보기</translation>
    </message>
    <message>
        <source>This program made a mistake ({0}). Nothing that you typed or recorded is lost; you can go on.</source>
        <translation>프로그램에 오류가 있었습니다({0}). 입력하거나 기록한 것은 잃지 않았으며 계속할 수 있습니다.</translation>
    </message>
    <message>
        <source>This program made a mistake ({0}). What you typed is kept; the session is in memory only, as its file cannot be written.</source>
        <translation>프로그램에 오류가 있었습니다({0}). 입력한 것은 남아 있습니다. 세션은 파일에 쓸 수 없어 메모리에만 있습니다.</translation>
    </message>
    <message>
        <source>This program made {1} mistakes, the last one: {0}. Nothing that you typed or recorded is lost; you can go on.</source>
        <translation>프로그램에 오류가 {1}번 있었습니다. 마지막: {0}. 입력하거나 기록한 것은 잃지 않았으며 계속할 수 있습니다.</translation>
    </message>
</context>
<context>
    <name>NewSubscription</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>One resources/subscribe for each URI; changed lists are told of unasked:</source>
        <translation>URI마다 resources/subscribe 하나. 목록 변경은 부탁하지 않아도 알려 줍니다:</translation>
    </message>
    <message>
        <source>One subscriptions/listen with all of this:</source>
        <translation>이 모두를 subscriptions/listen 하나로:</translation>
    </message>
    <message>
        <source>Prompts list</source>
        <translation>프롬프트 목록</translation>
    </message>
    <message>
        <source>Resource URIs, one a line</source>
        <translation>리소스 URI, 한 줄에 하나</translation>
    </message>
    <message>
        <source>Resources list</source>
        <translation>리소스 목록</translation>
    </message>
    <message>
        <source>Subscribe</source>
        <translation>구독</translation>
    </message>
    <message>
        <source>Task ids, one a line</source>
        <translation>작업 ID, 한 줄에 하나</translation>
    </message>
    <message>
        <source>Tick or type what the server is to tell of.</source>
        <translation>서버가 알려 줄 것을 체크하거나 입력하세요.</translation>
    </message>
    <message>
        <source>Tools list</source>
        <translation>도구 목록</translation>
    </message>
    <message>
        <source>the server does not say that it tells of this; it can be asked all the same</source>
        <translation>서버가 이것을 알린다고 하지 않았지만 그래도 부탁할 수 있습니다</translation>
    </message>
    <message>
        <source>the server says that it tells of this</source>
        <translation>서버가 이것을 알린다고 합니다</translation>
    </message>
</context>
<context>
    <name>Newcomers</name>
    <message>
        <source>{} is there until the program ends: its secrets could not be kept ({})</source>
        <translation>비밀 값을 보관하지 못해 {}은(는) 프로그램이 끝날 때까지만 있습니다({})</translation>
    </message>
    <message>
        <source>{} was not changed: its secrets could not be kept ({})</source>
        <translation>비밀 값을 보관하지 못해 {}을(를) 바꾸지 않았습니다({})</translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>Ctrl+Enter saves, Esc leaves it as it was. An empty note is removed.</source>
        <translation>Ctrl+Enter로 저장, Esc로 그대로 두기. 빈 메모는 지워집니다.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Note about #{}</source>
        <translation>#{}의 메모</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Close this message</source>
        <translation>이 메시지 닫기</translation>
    </message>
</context>
<context>
    <name>NumberEditor</name>
    <message>
        <source>&gt; 2^53: JavaScript peers may round</source>
        <translation>&gt; 2^53: JavaScript 쪽에서 반올림할 수 있음</translation>
    </message>
    <message>
        <source>Did you mean {0}?</source>
        <translation>{0}을(를) 뜻했나요?</translation>
    </message>
    <message>
        <source>JavaScript reads {0}.</source>
        <translation>JavaScript는 {0}(으)로 읽습니다.</translation>
    </message>
    <message>
        <source>Less (Down)</source>
        <translation>줄이기(↓)</translation>
    </message>
    <message>
        <source>More (Up)</source>
        <translation>늘리기(↑)</translation>
    </message>
    <message>
        <source>Programs that read it as a double get infinity, or refuse it.</source>
        <translation>double로 읽는 프로그램은 무한대가 되거나 거부합니다.</translation>
    </message>
    <message>
        <source>a number is missing</source>
        <translation>숫자가 없습니다</translation>
    </message>
    <message>
        <source>not a number: {0}</source>
        <translation>숫자 아님: {0}</translation>
    </message>
    <message>
        <source>not exactly a double</source>
        <translation>double로 정확하지 않음</translation>
    </message>
    <message>
        <source>the number is not finished</source>
        <translation>유한한 수가 아님</translation>
    </message>
    <message>
        <source>too large for a double</source>
        <translation>double에 너무 큼</translation>
    </message>
</context>
<context>
    <name>ObjectEditor</name>
    <message>
        <source>%Ln more</source>
        <translation>%Ln개 더</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>Add a property</source>
        <translation>속성 추가</translation>
    </message>
    <message>
        <source>Add a property that the schema does not allow: it can be sent on purpose</source>
        <translation>스키마가 허용하지 않는 속성 추가: 일부러 보낼 수 있습니다</translation>
    </message>
    <message>
        <source>Add a property that the schema does not name</source>
        <translation>스키마에 이름이 없는 속성 추가</translation>
    </message>
    <message>
        <source>Deprecated (%Ln)</source>
        <translation>더 이상 쓰지 않음(%Ln)</translation>
    </message>
    <message>
        <source>{0}: add a property</source>
        <translation>{0}: 속성 추가</translation>
    </message>
</context>
<context>
    <name>ObjectTree</name>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
</context>
<context>
    <name>OfferDialog</name>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>Add and connect</source>
        <translation>추가하고 연결</translation>
    </message>
    <message>
        <source>Add {}</source>
        <translation>{} 추가</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Bundles (*.mcpb *.dxt)</source>
        <translation>번들 (*.mcpb *.dxt)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>상세</translation>
    </message>
    <message>
        <source>Download it from {} and open the file here: its SHA-256 is checked.</source>
        <translation>{}에서 내려받아 여기서 파일을 여세요. SHA-256을 확인합니다.</translation>
    </message>
    <message>
        <source>Edit {}</source>
        <translation>{} 편집</translation>
    </message>
    <message>
        <source>How to run it</source>
        <translation>실행 방법</translation>
    </message>
    <message>
        <source>It asks for nothing.</source>
        <translation>묻는 것이 없습니다.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Open the downloaded file</source>
        <translation>내려받은 파일 열기</translation>
    </message>
    <message>
        <source>Open the file…</source>
        <translation>파일 열기…</translation>
    </message>
    <message>
        <source>Press again to go on all the same.</source>
        <translation>그래도 계속하려면 다시 누르세요.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Save and reconnect</source>
        <translation>저장하고 다시 연결</translation>
    </message>
    <message>
        <source>The values are no JSON: {}</source>
        <translation>값이 JSON이 아닙니다: {}</translation>
    </message>
    <message>
        <source>The values must be a JSON object.</source>
        <translation>값은 JSON 객체여야 합니다.</translation>
    </message>
    <message>
        <source>There is a server called “{}” already.</source>
        <translation>“{}”(이)라는 서버가 이미 있습니다.</translation>
    </message>
    <message>
        <source>These are required and empty: {}</source>
        <translation>필수인데 비어 있습니다: {}</translation>
    </message>
    <message>
        <source>This cannot be added: {}</source>
        <translation>추가할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>What it asks for</source>
        <translation>묻는 것</translation>
    </message>
</context>
<context>
    <name>OfferPreview</name>
    <message>
        <source>It would connect to</source>
        <translation>연결할 곳</translation>
    </message>
    <message>
        <source>It would run</source>
        <translation>실행할 것</translation>
    </message>
    <message>
        <source>What it would run</source>
        <translation>실행할 것</translation>
    </message>
    <message>
        <source>and {} more</source>
        <translation>외 {}개</translation>
    </message>
    <message>
        <source>in {}</source>
        <translation>{}에서</translation>
    </message>
    <message>
        <source>with the headers {}</source>
        <translation>헤더 {}와(과) 함께</translation>
    </message>
    <message>
        <source>with the variables {}</source>
        <translation>변수 {}와(과) 함께</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Add from a file</source>
        <translation>파일에서 추가</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Bundles and server.json (*.mcpb *.dxt *.json)</source>
        <translation>번들과 server.json (*.mcpb *.dxt *.json)</translation>
    </message>
    <message>
        <source>The secrets could not be kept: {}</source>
        <translation>비밀 값을 보관하지 못했습니다: {}</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Client capabilities</source>
        <translation>클라이언트 기능(capability)</translation>
    </message>
    <message>
        <source>Client info</source>
        <translation>클라이언트 정보</translation>
    </message>
    <message>
        <source>Log level</source>
        <translation>로그 수준</translation>
    </message>
    <message>
        <source>Progress token</source>
        <translation>진행 토큰</translation>
    </message>
    <message>
        <source>Protocol version</source>
        <translation>프로토콜 버전</translation>
    </message>
    <message>
        <source>Trace parent</source>
        <translation>추적 상위(traceparent)</translation>
    </message>
    <message>
        <source>as the settings say</source>
        <translation>설정대로</translation>
    </message>
    <message>
        <source>ask the server</source>
        <translation>서버에 묻기</translation>
    </message>
    <message>
        <source>from the cache while fresh</source>
        <translation>최신인 동안 캐시에서</translation>
    </message>
</context>
<context>
    <name>OverviewStrip</name>
    <message>
        <source>Drag: only this stretch of time. Drag an edge: adjust. Double click or Esc: all of it.</source>
        <translation>끌기: 이 시간대만. 가장자리 끌기: 조정. 두 번 누르기 또는 Esc: 전체.</translation>
    </message>
    <message>
        <source>Overview of the session: choose a stretch of time</source>
        <translation>세션 개요: 시간대 선택</translation>
    </message>
</context>
<context>
    <name>OwnObject</name>
    <message>
        <source>Own choice</source>
        <translation>직접 정하기</translation>
    </message>
    <message>
        <source>{} as JSON</source>
        <translation>{}을(를) JSON으로</translation>
    </message>
    <message>
        <source>{}: must be a JSON object.</source>
        <translation>{}: JSON 객체여야 합니다.</translation>
    </message>
    <message>
        <source>{}: not JSON. {}</source>
        <translation>{}: JSON이 아닙니다. {}</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Answer such questions automatically</source>
        <translation>이런 질문에 자동으로 답하기</translation>
    </message>
    <message>
        <source>As sent, {} characters</source>
        <translation>보낸 그대로, {}자</translation>
    </message>
    <message>
        <source>Decoded</source>
        <translation>해독함</translation>
    </message>
    <message>
        <source>Hide requestState</source>
        <translation>requestState 숨기기</translation>
    </message>
    <message>
        <source>Round {}</source>
        <translation>{}회차</translation>
    </message>
    <message>
        <source>Sends this answer, makes a rule of it for this server, and switches its rules on</source>
        <translation>이 답을 보내고, 이 서버의 규칙으로 만들고, 규칙을 켭니다</translation>
    </message>
    <message>
        <source>Show requestState</source>
        <translation>requestState 보기</translation>
    </message>
    <message>
        <source>Show this request in the timeline</source>
        <translation>타임라인에서 이 요청 보기</translation>
    </message>
    <message>
        <source>The server was not told that it may ask this: {} was not declared.</source>
        <translation>서버는 이것을 물을 수 없습니다. {}이(가) 선언되지 않았습니다.</translation>
    </message>
    <message>
        <source>a local view only; it goes back as sent</source>
        <translation>여기서만 이렇게 봅니다. 보낸 그대로 돌아갑니다</translation>
    </message>
    <message>
        <source>for {}</source>
        <translation>{}에 대해</translation>
    </message>
    <message>
        <source>goes back exactly so</source>
        <translation>정확히 그대로 돌아감</translation>
    </message>
    <message>
        <source>key {}</source>
        <translation>키 {}</translation>
    </message>
    <message>
        <source>no requestState</source>
        <translation>requestState 없음</translation>
    </message>
    <message>
        <source>not retried</source>
        <translation>다시 시도하지 않음</translation>
    </message>
    <message>
        <source>one of {} questions of this round</source>
        <translation>이 회차의 질문 {}개 중 하나</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>거부함</translation>
    </message>
    <message>
        <source>requestState as sent or decoded</source>
        <translation>보낸 그대로 또는 해독한 requestState</translation>
    </message>
    <message>
        <source>{0}; the call goes on when {1} more are answered</source>
        <translation>{0}. {1}개에 더 답하면 호출이 계속됩니다</translation>
    </message>
</context>
<context>
    <name>Paged</name>
    <message>
        <source>odd</source>
        <translation>이상함</translation>
    </message>
    <message>
        <source>odd item {}</source>
        <translation>이상한 항목 {}</translation>
    </message>
    <message>
        <source>page {}</source>
        <translation>{}쪽</translation>
    </message>
</context>
<context>
    <name>Pager</name>
    <message>
        <source>Earlier items</source>
        <translation>앞의 항목</translation>
    </message>
    <message>
        <source>Go to item</source>
        <translation>항목으로 이동</translation>
    </message>
    <message>
        <source>Later items</source>
        <translation>뒤의 항목</translation>
    </message>
    <message>
        <source>{0}–{1} of {2}</source>
        <translation>{2}개 중 {0}–{1}</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search</source>
        <translation>검색</translation>
    </message>
    <message>
        <source>Search or run</source>
        <translation>검색 또는 실행</translation>
    </message>
    <message>
        <source>Search tools, resources, prompts, servers and actions</source>
        <translation>도구, 리소스, 프롬프트, 서버, 동작 검색</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>찾은 것</translation>
    </message>
    <message>
        <source>action</source>
        <translation>동작</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>프롬프트</translation>
    </message>
    <message>
        <source>resource</source>
        <translation>리소스</translation>
    </message>
    <message>
        <source>server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>template</source>
        <translation>템플릿</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>도구</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Authorization</source>
        <translation>인가</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>콘솔</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>지적</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>입력 요청</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>프롬프트</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>원문</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>리소스</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Subscriptions</source>
        <translation>구독</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>도구</translation>
    </message>
</context>
<context>
    <name>PassphraseDialog</name>
    <message>
        <source>Begin</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>It opens the file in which tokens and passwords are kept, until the program ends.</source>
        <translation>프로그램이 끝날 때까지, 토큰과 비밀번호를 보관한 파일을 엽니다.</translation>
    </message>
    <message>
        <source>Once more:</source>
        <translation>한 번 더:</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>암호 구문</translation>
    </message>
    <message>
        <source>Passphrase for Secrets</source>
        <translation>비밀 값의 암호 구문</translation>
    </message>
    <message>
        <source>Passphrase:</source>
        <translation>암호 구문:</translation>
    </message>
    <message>
        <source>The passphrase once more</source>
        <translation>암호 구문 한 번 더</translation>
    </message>
    <message>
        <source>The two passphrases differ.</source>
        <translation>두 암호 구문이 다릅니다.</translation>
    </message>
    <message>
        <source>Tokens and passwords are kept in a file that only this passphrase opens. It is stored nowhere: when you forget it, they are lost.</source>
        <translation>토큰과 비밀번호는 이 암호 구문만 여는 파일에 보관됩니다. 암호 구문은 어디에도 저장되지 않으므로 잊으면 잃게 됩니다.</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>잠금 풀기</translation>
    </message>
</context>
<context>
    <name>PathEditor</name>
    <message>
        <source>Choose a file</source>
        <translation>파일 선택</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>폴더 선택</translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>Image</source>
        <translation>그림</translation>
    </message>
    <message>
        <source>too large to draw</source>
        <translation>그리기에는 너무 큼</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>As the system</source>
        <translation>시스템 설정대로</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>자동</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>호출</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>In a file with a passphrase</source>
        <translation>암호 구문이 있는 파일에</translation>
    </message>
    <message>
        <source>In the system&apos;s keychain</source>
        <translation>시스템의 키체인에</translation>
    </message>
    <message>
        <source>Legacy</source>
        <translation>구형(legacy)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Modern</source>
        <translation>신형(modern)</translation>
    </message>
    <message>
        <source>Nowhere</source>
        <translation>보관하지 않음</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>Until the program ends</source>
        <translation>프로그램이 끝날 때까지</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>The settings could not be saved: {}</source>
        <translation>설정을 저장하지 못했습니다: {}</translation>
    </message>
    <message>
        <source>{} is a folder; drop a file.</source>
        <translation>{}은(는) 폴더입니다. 파일을 놓으세요.</translation>
    </message>
</context>
<context>
    <name>Prompts</name>
    <message>
        <source>Fill in the arguments and press Get.
The messages of the prompt appear here.</source>
        <translation>인수를 채우고 가져오기를 누르세요.
프롬프트의 메시지가 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>Filter prompts</source>
        <translation>프롬프트 필터</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>가져오기</translation>
    </message>
    <message>
        <source>The arguments are not JSON: {}</source>
        <translation>인수가 JSON이 아닙니다: {}</translation>
    </message>
    <message>
        <source>The arguments must be a JSON object.</source>
        <translation>인수는 JSON 객체여야 합니다.</translation>
    </message>
    <message>
        <source>The server lists no prompts.</source>
        <translation>서버의 목록에 프롬프트가 없습니다.</translation>
    </message>
</context>
<context>
    <name>RangeChip</name>
    <message>
        <source>Only this stretch of time is shown. Click: show all of it.</source>
        <translation>이 시간대만 보입니다. 누르면 전체를 봅니다.</translation>
    </message>
    <message>
        <source>Show all of the session again, not only {0}</source>
        <translation>{0}만이 아니라 세션 전체 다시 보기</translation>
    </message>
</context>
<context>
    <name>Raw</name>
    <message>
        <source>A notification</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>An unknown method</source>
        <translation>모르는 메서드</translation>
    </message>
    <message>
        <source>Broken JSON</source>
        <translation>깨진 JSON</translation>
    </message>
    <message>
        <source>Call a tool</source>
        <translation>도구 호출</translation>
    </message>
    <message>
        <source>List tools</source>
        <translation>도구 목록</translation>
    </message>
    <message>
        <source>Ping</source>
        <translation>Ping</translation>
    </message>
    <message>
        <source>Read a resource</source>
        <translation>리소스 읽기</translation>
    </message>
</context>
<context>
    <name>RawHeaders</name>
    <message>
        <source>Name: value adds or replaces, Name: leaves it out</source>
        <translation>이름: 값은 더하거나 바꾸고, 이름:만 쓰면 뺍니다</translation>
    </message>
    <message>
        <source>“{}” is not a header; expected &apos;Name: value&apos;</source>
        <translation>“{}”은(는) 헤더가 아닙니다. &apos;Name: value&apos;여야 합니다</translation>
    </message>
</context>
<context>
    <name>RawPanel</name>
    <message>
        <source>Break a rule on purpose and see what the server does</source>
        <translation>일부러 규칙을 어기고 서버가 어떻게 하는지 보기</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>규칙 위반</translation>
    </message>
    <message>
        <source>HTTP headers of this message, beside or instead of ours</source>
        <translation>이 메시지의 HTTP 헤더. 우리 것에 더하거나 대신합니다</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>헤더</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Message to send</source>
        <translation>보낼 메시지</translation>
    </message>
    <message>
        <source>Press Send.
The answer appears here, and everything is in the timeline.</source>
        <translation>보내기를 누르세요.
응답이 여기에 나오고, 모든 것은 타임라인에 있습니다.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>보내기</translation>
    </message>
    <message>
        <source>Send (Ctrl+Enter)</source>
        <translation>보내기(Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Sent as #{}; it has no id to answer to.</source>
        <translation>#{}(으)로 보냈습니다. 답을 받을 id가 없습니다.</translation>
    </message>
    <message>
        <source>Start from a template</source>
        <translation>서식으로 시작</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>서식</translation>
    </message>
    <message>
        <source>a batch of {}</source>
        <translation>{}개의 배치</translation>
    </message>
    <message>
        <source>a response</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>an error response</source>
        <translation>오류 응답</translation>
    </message>
    <message>
        <source>not a message: {}</source>
        <translation>메시지 아님: {}</translation>
    </message>
    <message>
        <source>notification {}</source>
        <translation>알림 {}</translation>
    </message>
    <message>
        <source>request {}</source>
        <translation>요청 {}</translation>
    </message>
    <message>
        <source>{} bytes · {}</source>
        <translation>{}바이트 · {}</translation>
    </message>
</context>
<context>
    <name>RecordsStatus</name>
    <message>
        <source>%Ln finding(s)</source>
        <translation>지적 %Ln개</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Path of the selected value</source>
        <translation>선택한 값의 경로</translation>
    </message>
    <message>
        <source>Servers, records, shown, findings</source>
        <translation>서버, 기록, 보이는 것, 지적</translation>
    </message>
    <message>
        <source>{} marked</source>
        <translation>{}개 표시</translation>
    </message>
    <message>
        <source>{} selected</source>
        <translation>{}개 선택</translation>
    </message>
    <message>
        <source>{} shown</source>
        <translation>{}개 보임</translation>
    </message>
</context>
<context>
    <name>RecordsWindow</name>
    <message>
        <source>Detail</source>
        <translation>상세</translation>
    </message>
    <message>
        <source>Panes in the same place</source>
        <translation>같은 자리의 창들</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>타임라인</translation>
    </message>
</context>
<context>
    <name>Recovery</name>
    <message>
        <source>A session of {} was not closed properly: {} records.</source>
        <translation>{}의 세션이 제대로 닫히지 않았습니다: 기록 {}개.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>버리기</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Saved as {}</source>
        <translation>{}(으)로 저장됨</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>저장…</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>보고서 보기</translation>
    </message>
    <message>
        <source>The program ended unexpectedly the last time. There is a report of it.</source>
        <translation>지난번에 프로그램이 예기치 않게 끝났습니다. 보고서가 있습니다.</translation>
    </message>
    <message>
        <source>{} more after this one.</source>
        <translation>이 밖에 {}개 더.</translation>
    </message>
</context>
<context>
    <name>RedactionBox</name>
    <message>
        <source>Every replacement</source>
        <translation>모든 바꿈</translation>
    </message>
    <message>
        <source>Kept as they are: {}.</source>
        <translation>그대로 둠: {}.</translation>
    </message>
    <message>
        <source>Looking for secrets… {} records, {} found</source>
        <translation>비밀 값을 찾는 중… 기록 {}개, {}개 찾음</translation>
    </message>
    <message>
        <source>Mail addresses, too</source>
        <translation>메일 주소도</translation>
    </message>
    <message>
        <source>More keys and headers with secrets</source>
        <translation>비밀 값이 있는 다른 키와 헤더</translation>
    </message>
    <message>
        <source>More keys and headers with secrets: pin, badge</source>
        <translation>비밀 값이 있는 다른 키와 헤더: pin, badge</translation>
    </message>
    <message>
        <source>Names in paths of home folders, too</source>
        <translation>홈 폴더 경로의 이름도</translation>
    </message>
    <message>
        <source>No secrets were found.</source>
        <translation>비밀 값을 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>Nothing is replaced: secrets are exported as they are.</source>
        <translation>아무것도 바꾸지 않습니다. 비밀 값이 그대로 나갑니다.</translation>
    </message>
    <message>
        <source>Replace secrets by names such as «token-1»</source>
        <translation>비밀 값을 «token-1» 같은 이름으로 바꾸기</translation>
    </message>
    <message>
        <source>Show secrets</source>
        <translation>비밀 값 보기</translation>
    </message>
    <message>
        <source>The first {} are listed.</source>
        <translation>처음 {}개만 보입니다.</translation>
    </message>
    <message>
        <source>{} replacements of {} secrets.</source>
        <translation>비밀 값 {1}개를 {0}곳에서 바꿈.</translation>
    </message>
</context>
<context>
    <name>Related</name>
    <message>
        <source>HTTP head</source>
        <translation>HTTP 헤더</translation>
    </message>
    <message>
        <source>acknowledgement</source>
        <translation>수신 확인</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>answer, mistyped id</source>
        <translation>응답, 형식이 다른 id</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>batch it came in</source>
        <translation>이것이 온 배치</translation>
    </message>
    <message>
        <source>call around it</source>
        <translation>바깥 호출</translation>
    </message>
    <message>
        <source>call around it: answer</source>
        <translation>바깥 호출: 응답</translation>
    </message>
    <message>
        <source>call of its stream</source>
        <translation>이 스트림의 호출</translation>
    </message>
    <message>
        <source>call of its stream: answer</source>
        <translation>이 스트림의 호출: 응답</translation>
    </message>
    <message>
        <source>cancellation</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>event</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>first try</source>
        <translation>첫 시도</translation>
    </message>
    <message>
        <source>first try: answer</source>
        <translation>첫 시도: 응답</translation>
    </message>
    <message>
        <source>inside it</source>
        <translation>안쪽</translation>
    </message>
    <message>
        <source>late answer</source>
        <translation>늦은 응답</translation>
    </message>
    <message>
        <source>log</source>
        <translation>로그</translation>
    </message>
    <message>
        <source>malformed</source>
        <translation>형식 오류</translation>
    </message>
    <message>
        <source>member of a batch</source>
        <translation>배치의 구성원</translation>
    </message>
    <message>
        <source>nested {0}</source>
        <translation>안쪽 {0}</translation>
    </message>
    <message>
        <source>next round</source>
        <translation>다음 회차</translation>
    </message>
    <message>
        <source>notification</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>progress</source>
        <translation>진행률</translation>
    </message>
    <message>
        <source>request</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>second answer</source>
        <translation>두 번째 응답</translation>
    </message>
    <message>
        <source>sent again</source>
        <translation>다시 보냄</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>스트림</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>what was mended</source>
        <translation>고쳐진 것</translation>
    </message>
</context>
<context>
    <name>RelatedList</name>
    <message>
        <source>After</source>
        <translation>간격</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>내용</translation>
    </message>
    <message>
        <source>Records of this call, and what belongs to it</source>
        <translation>이 호출의 기록과 그에 속한 것</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>관계</translation>
    </message>
    <message>
        <source>… {0} more</source>
        <translation>… {0}개 더</translation>
    </message>
</context>
<context>
    <name>Remarks</name>
    <message>
        <source>and {} more</source>
        <translation>외 {}개</translation>
    </message>
</context>
<context>
    <name>ReplaceBar</name>
    <message>
        <source>All</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>Only in what is selected (Alt+L)</source>
        <translation>선택한 범위에서만(Alt+L)</translation>
    </message>
    <message>
        <source>Regular expression (Alt+R)</source>
        <translation>정규식(Alt+R)</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>바꾸기</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>모두 바꾸기</translation>
    </message>
    <message>
        <source>Replace all, as one step of undo (Alt+Enter)</source>
        <translation>모두 바꾸기(실행 취소 한 번으로 되돌림, Alt+Enter)</translation>
    </message>
    <message>
        <source>Replace this one and go to the next (Enter in this line)</source>
        <translation>이것을 바꾸고 다음으로(이 줄에서 Enter)</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>바꿀 내용</translation>
    </message>
    <message>
        <source>Upper and lower case differ (Alt+C)</source>
        <translation>대소문자 구분(Alt+C)</translation>
    </message>
</context>
<context>
    <name>ReplacementModel</name>
    <message>
        <source>Becomes</source>
        <translation>바뀐 뒤</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>바꾸기</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>비밀 값</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>그대로</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>폴더 열기</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>보고서</translation>
    </message>
    <message>
        <source>Report of a Mistake</source>
        <translation>오류 보고서</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>알리기…</translation>
    </message>
    <message>
        <source>Report… opens {0} in your browser.</source>
        <translation>알리기…는 브라우저에서 {0}을(를) 엽니다.</translation>
    </message>
    <message>
        <source>The report is in {0}. Report… opens {1} in your browser.</source>
        <translation>보고서는 {0}에 있습니다. 알리기…는 브라우저에서 {1}을(를) 엽니다.</translation>
    </message>
    <message>
        <source>This program made a mistake and goes on. Nothing is lost: records are written as they come, what you typed is still there, and settings are saved.

The report has no answers of servers, no secrets and no folders of yours in it. Nothing is sent unless you do it.</source>
        <translation>프로그램에 오류가 있었고 계속됩니다. 잃은 것은 없습니다. 기록은 오는 대로 쓰고, 입력한 것은 그대로 있으며, 설정은 저장되어 있습니다.

보고서에는 서버의 응답, 비밀 값, 폴더 이름이 없습니다. 직접 보내지 않는 한 아무것도 보내지 않습니다.</translation>
    </message>
    <message>
        <source>This program made a mistake and had to end. What was recorded is offered at the next start, and settings are saved.

The report has no answers of servers, no secrets and no folders of yours in it. Nothing is sent unless you do it.</source>
        <translation>프로그램에 오류가 있어 끝나야 했습니다. 기록한 것은 다음 시작 때 제시하며, 설정은 저장되어 있습니다.

보고서에는 서버의 응답, 비밀 값, 폴더 이름이 없습니다. 직접 보내지 않는 한 아무것도 보내지 않습니다.</translation>
    </message>
</context>
<context>
    <name>RequestOptions</name>
    <message>
        <source>A JSON object; it wins over what the program sends</source>
        <translation>JSON 객체. 프로그램이 보내는 것보다 우선합니다</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>Extra _meta of this request</source>
        <translation>이 요청의 추가 _meta</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>넣기</translation>
    </message>
    <message>
        <source>Insert what the program sends, to change it</source>
        <translation>프로그램이 보내는 것을 넣어 고치기</translation>
    </message>
    <message>
        <source>The extra _meta is not JSON. {}</source>
        <translation>추가 _meta가 JSON이 아닙니다. {}</translation>
    </message>
    <message>
        <source>The extra _meta must be a JSON object.</source>
        <translation>추가 _meta는 JSON 객체여야 합니다.</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>시간 제한</translation>
    </message>
    <message>
        <source>Timeout in seconds</source>
        <translation>시간 제한(초)</translation>
    </message>
    <message>
        <source>Where the answer comes from</source>
        <translation>응답을 가져올 곳</translation>
    </message>
</context>
<context>
    <name>RerunNotices</name>
    <message>
        <source>Pinned calls: {}.</source>
        <translation>고정한 호출: {}.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 외 {1}개</translation>
    </message>
    <message>
        <source>{0} does not start any more since {1} changed.</source>
        <translation>{1} 변경 뒤로 {0}이(가) 더 이상 시작되지 않습니다.</translation>
    </message>
    <message>
        <source>{0} was restarted: {1} changed.</source>
        <translation>{0}을(를) 다시 시작했습니다: {1} 변경됨.</translation>
    </message>
    <message>
        <source>{} broke</source>
        <translation>{}개 망가짐</translation>
    </message>
    <message>
        <source>{} changed</source>
        <translation>{}개 바뀜</translation>
    </message>
    <message>
        <source>{} for the first time</source>
        <translation>{}개 처음</translation>
    </message>
    <message>
        <source>{} mended</source>
        <translation>{}개 고쳐짐</translation>
    </message>
    <message>
        <source>{} not called: said to be destructive</source>
        <translation>{}개 호출 안 함: 파괴적이라고 되어 있음</translation>
    </message>
    <message>
        <source>{} same</source>
        <translation>{}개 같음</translation>
    </message>
</context>
<context>
    <name>Resources</name>
    <message>
        <source>Filter resources</source>
        <translation>리소스 필터</translation>
    </message>
    <message>
        <source>Press Read.
The content of the resource appears here.</source>
        <translation>읽기를 누르세요.
리소스의 내용이 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>읽기</translation>
    </message>
    <message>
        <source>The server lists no resources.</source>
        <translation>서버의 목록에 리소스가 없습니다.</translation>
    </message>
    <message>
        <source>a template: its variables are asked for</source>
        <translation>템플릿: 변수를 묻습니다</translation>
    </message>
    <message>
        <source>annotations {0}</source>
        <translation>주석 {0}</translation>
    </message>
    <message>
        <source>followed from a link</source>
        <translation>링크를 따라옴</translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation>{0}용</translation>
    </message>
    <message>
        <source>from the cache</source>
        <translation>캐시에서</translation>
    </message>
    <message>
        <source>modified {0}</source>
        <translation>수정 {0}</translation>
    </message>
    <message>
        <source>priority {0}</source>
        <translation>우선순위 {0}</translation>
    </message>
    <message>
        <source>size {0}</source>
        <translation>크기 {0}</translation>
    </message>
    <message>
        <source>subscribed to</source>
        <translation>구독 중</translation>
    </message>
    <message>
        <source>the server says that it changed</source>
        <translation>서버가 바뀌었다고 합니다</translation>
    </message>
</context>
<context>
    <name>ResultView</name>
    <message>
        <source>Bytes</source>
        <translation>바이트</translation>
    </message>
    <message>
        <source>Compare with the previous call of the same</source>
        <translation>같은 호출의 이전 것과 비교</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>진행률</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>원문</translation>
    </message>
    <message>
        <source>Rendered</source>
        <translation>보기 좋게</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Show this call in the timeline</source>
        <translation>타임라인에서 이 호출 보기</translation>
    </message>
    <message>
        <source>Show this task</source>
        <translation>이 작업 보기</translation>
    </message>
    <message>
        <source>Structured</source>
        <translation>구조화</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>There is no answer: {}.</source>
        <translation>응답이 없습니다: {}.</translation>
    </message>
    <message>
        <source>Waiting for the answer…</source>
        <translation>응답을 기다리는 중…</translation>
    </message>
    <message>
        <source>answered in #{}, without an id</source>
        <translation>id 없이 #{}에서 응답됨</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>취소함</translation>
    </message>
    <message>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>never answered</source>
        <translation>응답받지 못함</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>보내지 않음</translation>
    </message>
    <message>
        <source>running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>task {}</source>
        <translation>작업 {}</translation>
    </message>
    <message>
        <source>the server wanted input</source>
        <translation>서버가 입력을 요청함</translation>
    </message>
    <message>
        <source>the tool says it failed</source>
        <translation>도구가 실패했다고 합니다</translation>
    </message>
    <message>
        <source>waits for your answer in Inputs</source>
        <translation>입력 요청에서 답을 기다립니다</translation>
    </message>
</context>
<context>
    <name>RootsPage</name>
    <message>
        <source>A folder or URI, for instance /home/me/project</source>
        <translation>폴더 또는 URI, 예: /home/me/project</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>Add a root</source>
        <translation>루트 추가</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>폴더 추가…</translation>
    </message>
    <message>
        <source>Every server without roots of its own is told these.</source>
        <translation>자기 루트가 없는 모든 서버에 이것을 알립니다.</translation>
    </message>
    <message>
        <source>Folder or URI to add</source>
        <translation>추가할 폴더 또는 URI</translation>
    </message>
    <message>
        <source>Of the settings</source>
        <translation>설정의 루트</translation>
    </message>
    <message>
        <source>Of this server alone</source>
        <translation>이 서버만의 루트</translation>
    </message>
    <message>
        <source>Only this server is told these roots; they are saved with it.</source>
        <translation>이 서버에만 이 루트를 알리며, 서버와 함께 저장합니다.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Roots</source>
        <translation>루트</translation>
    </message>
    <message>
        <source>Whose roots</source>
        <translation>누구의 루트인가</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>보관됨</translation>
    </message>
    <message>
        <source>kept; the server was told</source>
        <translation>보관됨. 서버에 알렸습니다</translation>
    </message>
    <message>
        <source>{}: begin with a drive or /; this is read from where the program was started</source>
        <translation>{}: 드라이브나 /로 시작하세요. 프로그램을 시작한 곳을 기준으로 읽습니다</translation>
    </message>
    <message>
        <source>{}: roots must be file:// URIs; some servers refuse the whole answer</source>
        <translation>{}: 루트는 file:// URI여야 합니다. 어떤 서버는 답 전체를 거부합니다</translation>
    </message>
</context>
<context>
    <name>RowActions</name>
    <message>
        <source>All but these</source>
        <translation>이것들을 뺀 전부</translation>
    </message>
    <message>
        <source>Answer, indented</source>
        <translation>응답, 들여 쓰기</translation>
    </message>
    <message>
        <source>As cURL command</source>
        <translation>cURL 명령으로</translation>
    </message>
    <message>
        <source>As cURL command with secrets</source>
        <translation>비밀 값을 포함한 cURL 명령으로</translation>
    </message>
    <message>
        <source>As mcpdi command</source>
        <translation>mcpdi 명령으로</translation>
    </message>
    <message>
        <source>As shell pipe into the server</source>
        <translation>서버로 가는 셸 파이프로</translation>
    </message>
    <message>
        <source>Compare the two rows</source>
        <translation>두 행 비교</translation>
    </message>
    <message>
        <source>Compare with #{}</source>
        <translation>#{}과(와) 비교</translation>
    </message>
    <message>
        <source>Compare with the previous {}</source>
        <translation>이전 {}과(와) 비교</translation>
    </message>
    <message>
        <source>Copied the first {} rows; export writes all of them to a file.</source>
        <translation>처음 {}행을 복사했습니다. 내보내기는 모두 파일에 씁니다.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Edit and send…</source>
        <translation>고쳐서 보내기…</translation>
    </message>
    <message>
        <source>Edit in the form of the tool</source>
        <translation>도구의 양식에서 편집</translation>
    </message>
    <message>
        <source>Filter by</source>
        <translation>다음으로 필터</translation>
    </message>
    <message>
        <source>For another shell</source>
        <translation>다른 셸용</translation>
    </message>
    <message>
        <source>Message on one line</source>
        <translation>한 줄 메시지</translation>
    </message>
    <message>
        <source>Message, exact bytes</source>
        <translation>메시지, 정확한 바이트</translation>
    </message>
    <message>
        <source>Message, indented</source>
        <translation>메시지, 들여 쓰기</translation>
    </message>
    <message>
        <source>Not copied: {}</source>
        <translation>복사하지 않음: {}</translation>
    </message>
    <message>
        <source>Only these</source>
        <translation>이것들만</translation>
    </message>
    <message>
        <source>Only what we sent can be sent again.</source>
        <translation>우리가 보낸 것만 다시 보낼 수 있습니다.</translation>
    </message>
    <message>
        <source>Rows as CSV</source>
        <translation>행을 CSV로</translation>
    </message>
    <message>
        <source>Rows as Markdown table</source>
        <translation>행을 Markdown 표로</translation>
    </message>
    <message>
        <source>Select another row and choose “Compare with #{}”, or press Ctrl+Shift+C there.</source>
        <translation>다른 행을 선택하고 “#{}과(와) 비교”를 고르거나 거기서 Ctrl+Shift+C를 누르세요.</translation>
    </message>
    <message>
        <source>Select at most {} rows to send them again.</source>
        <translation>다시 보낼 행은 최대 {}개까지 선택하세요.</translation>
    </message>
    <message>
        <source>Select two rows to compare them.</source>
        <translation>비교하려면 두 행을 선택하세요.</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>다시 보내기</translation>
    </message>
    <message>
        <source>Send {} again</source>
        <translation>{} 다시 보내기</translation>
    </message>
    <message>
        <source>Show only this exchange</source>
        <translation>이 교환만 보기</translation>
    </message>
    <message>
        <source>Take as base of comparisons</source>
        <translation>비교의 기준으로</translation>
    </message>
    <message>
        <source>There is no answer.</source>
        <translation>응답이 없습니다.</translation>
    </message>
    <message>
        <source>This did not go out over HTTP.</source>
        <translation>이것은 HTTP로 나가지 않았습니다.</translation>
    </message>
    <message>
        <source>This did not go to a server that is started as a command.</source>
        <translation>이것은 명령으로 시작한 서버에 가지 않았습니다.</translation>
    </message>
    <message>
        <source>This is no message.</source>
        <translation>메시지가 아닙니다.</translation>
    </message>
    <message>
        <source>these {} rows</source>
        <translation>이 {}행</translation>
    </message>
    <message>
        <source>{} is not connected.</source>
        <translation>{}이(가) 연결되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>… and not these</source>
        <translation>… 그리고 이것들 제외</translation>
    </message>
    <message>
        <source>… and these</source>
        <translation>… 그리고 이것들</translation>
    </message>
    <message>
        <source>… or not these</source>
        <translation>… 또는 이것들 제외</translation>
    </message>
    <message>
        <source>… or these</source>
        <translation>… 또는 이것들</translation>
    </message>
</context>
<context>
    <name>RowCopies</name>
    <message>
        <source>it is not in the session any more</source>
        <translation>이제 세션에 없습니다</translation>
    </message>
    <message>
        <source>longer than 32 MB</source>
        <translation>32 MB보다 깁니다</translation>
    </message>
    <message>
        <source>more than 32 MB</source>
        <translation>32 MB보다 큽니다</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>As another type</source>
        <translation>다른 형식으로</translation>
    </message>
    <message>
        <source>Copy path {0}</source>
        <translation>경로 {0} 복사</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>값 복사</translation>
    </message>
    <message>
        <source>Default: {0}</source>
        <translation>기본값: {0}</translation>
    </message>
    <message>
        <source>Edit as JSON</source>
        <translation>JSON으로 편집</translation>
    </message>
    <message>
        <source>Empty: {0}</source>
        <translation>비움: {0}</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>예</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>설정 안 함</translation>
    </message>
    <message>
        <source>Null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>Schema of {0}</source>
        <translation>{0}의 스키마</translation>
    </message>
    <message>
        <source>Show schema…</source>
        <translation>스키마 보기…</translation>
    </message>
</context>
<context>
    <name>RowSending</name>
    <message>
        <source>#{}: {}</source>
        <translation>#{}: {}</translation>
    </message>
    <message>
        <source>The server does not list the tool {}; the message is in the raw editor.</source>
        <translation>서버의 목록에 도구 {}이(가) 없습니다. 메시지는 원문 편집기에 있습니다.</translation>
    </message>
    <message>
        <source>The server of #{} is not here any more.</source>
        <translation>#{}의 서버가 이제 없습니다.</translation>
    </message>
</context>
<context>
    <name>RowTree</name>
    <message>
        <source>Copy value</source>
        <translation>값 복사</translation>
    </message>
    <message>
        <source>Enter or a double click shows this secret</source>
        <translation>Enter나 두 번 누르기로 이 비밀 값을 봅니다</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Show or hide this secret</source>
        <translation>이 비밀 값 보기 또는 숨기기</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
</context>
<context>
    <name>RulesPage</name>
    <message>
        <source>Answer questions of this server by these rules</source>
        <translation>이 서버의 질문에 이 규칙으로 답하기</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>적용</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>모두 복사</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>새 규칙</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>The first rule that fits answers; roots are told and all else waits for you. The same rules make a file for mcpdi --answer.</source>
        <translation>처음 맞는 규칙이 답합니다. 루트는 알려 주고 나머지는 모두 사람을 기다립니다. 같은 규칙이 mcpdi --answer의 파일이 됩니다.</translation>
    </message>
    <message>
        <source>The rule</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>The rule is no JSON.</source>
        <translation>규칙이 JSON이 아닙니다.</translation>
    </message>
</context>
<context>
    <name>SamplingPage</name>
    <message>
        <source>Approve and send</source>
        <translation>승인하고 보내기</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>질문</translation>
    </message>
    <message>
        <source>Begin the next answer with this text</source>
        <translation>다음 답을 이 텍스트로 시작</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Id of the use</source>
        <translation>사용의 id</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Kind of answer</source>
        <translation>답의 종류</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>거부</translation>
    </message>
    <message>
        <source>Reject (no retry)</source>
        <translation>거부(다시 시도 없음)</translation>
    </message>
    <message>
        <source>Stop reason</source>
        <translation>중지 이유</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>답</translation>
    </message>
    <message>
        <source>The input of the tool</source>
        <translation>도구의 입력</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>도구</translation>
    </message>
    <message>
        <source>Tool use</source>
        <translation>도구 사용</translation>
    </message>
    <message>
        <source>What the model says</source>
        <translation>모델이 하는 말</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>답</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>승인함</translation>
    </message>
    <message>
        <source>{} is no JSON object.</source>
        <translation>{}은(는) JSON 객체가 아닙니다.</translation>
    </message>
</context>
<context>
    <name>SaveButton</name>
    <message>
        <source>Not saved: {0}</source>
        <translation>저장하지 못함: {0}</translation>
    </message>
    <message>
        <source>Save as {0}</source>
        <translation>{0}(으)로 저장</translation>
    </message>
    <message>
        <source>Save content</source>
        <translation>내용 저장</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>저장…</translation>
    </message>
</context>
<context>
    <name>SaveFilter</name>
    <message>
        <source>// in a name makes a submenu.</source>
        <translation>이름의 //는 하위 메뉴를 만듭니다.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Save filter</source>
        <translation>필터 저장</translation>
    </message>
    <message>
        <source>Show as a button beside the filter</source>
        <translation>필터 옆에 단추로 보기</translation>
    </message>
    <message>
        <source>for example: Orders//Failed</source>
        <translation>예: 주문//실패</translation>
    </message>
</context>
<context>
    <name>ScalarEditor</name>
    <message>
        <source>A secret in a header: proxies and logs may keep it.</source>
        <translation>헤더의 비밀 값: 프록시와 로그에 남을 수 있습니다.</translation>
    </message>
    <message>
        <source>Edit anyway</source>
        <translation>그래도 편집</translation>
    </message>
    <message>
        <source>Modern HTTP sends it in this header, too.</source>
        <translation>신형 HTTP는 이 헤더로도 보냅니다.</translation>
    </message>
    <message>
        <source>Null, or back to what was there (Alt+N)</source>
        <translation>null, 또는 전의 값으로(Alt+N)</translation>
    </message>
    <message>
        <source>The schema says that only the server sets it.</source>
        <translation>스키마에 따르면 서버만 정합니다.</translation>
    </message>
    <message>
        <source>Without a value that a header can carry, it is not sent.</source>
        <translation>헤더에 담을 수 있는 값이 없으면 보내지 않습니다.</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>secret in a header</source>
        <translation>헤더의 비밀 값</translation>
    </message>
    <message>
        <source>{0}: null</source>
        <translation>{0}: null</translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message>
        <source>Close (Esc)</source>
        <translation>닫기(Esc)</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>찾기</translation>
    </message>
    <message>
        <source>Find text</source>
        <translation>텍스트 찾기</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>다음 일치(Enter)</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>이전 일치(Shift+Enter)</translation>
    </message>
</context>
<context>
    <name>SecretLine</name>
    <message>
        <source>Forget the secret that is kept</source>
        <translation>보관된 비밀 값 잊기</translation>
    </message>
    <message>
        <source>kept, not shown; type to replace it</source>
        <translation>보관되어 있고 보이지 않습니다. 바꾸려면 입력하세요</translation>
    </message>
    <message>
        <source>or ${env:NAME}</source>
        <translation>또는 ${env:NAME}</translation>
    </message>
</context>
<context>
    <name>ServerList</name>
    <message>
        <source>Add a server</source>
        <translation>서버 추가</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Copy URL</source>
        <translation>URL 복사</translation>
    </message>
    <message>
        <source>Copy as…</source>
        <translation>다른 형식으로 복사…</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>명령 복사</translation>
    </message>
    <message>
        <source>Diagnose…</source>
        <translation>진단…</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>연결 끊기</translation>
    </message>
    <message>
        <source>Do not try again</source>
        <translation>다시 시도하지 않기</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>복제</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>편집…</translation>
    </message>
    <message>
        <source>No server is called so.</source>
        <translation>그런 이름의 서버가 없습니다.</translation>
    </message>
    <message>
        <source>No servers yet.</source>
        <translation>아직 서버가 없습니다.</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>다시 연결</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>다시 시작</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>검색</translation>
    </message>
    <message>
        <source>Search the servers</source>
        <translation>서버 검색</translation>
    </message>
    <message>
        <source>Search the servers by name, group, command or URL (Ctrl+Shift+J)</source>
        <translation>이름, 그룹, 명령, URL로 서버 검색(Ctrl+Shift+J)</translation>
    </message>
    <message>
        <source>Second connection</source>
        <translation>연결 하나 더</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Sign in…</source>
        <translation>로그인…</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>로그아웃</translation>
    </message>
    <message>
        <source>Write into client&apos;s file…</source>
        <translation>클라이언트 파일에 써 넣기…</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>닫는 중</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>연결됨</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>연결하는 중</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>연결 끊김</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>연결 안 됨</translation>
    </message>
</context>
<context>
    <name>ServerPanel</name>
    <message>
        <source>, answered with an error</source>
        <translation>, 오류로 응답됨</translation>
    </message>
    <message>
        <source>About</source>
        <translation>정보</translation>
    </message>
    <message>
        <source>About the server</source>
        <translation>서버 정보</translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation>기능(capability)</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Decided because</source>
        <translation>결정한 까닭</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>환경</translation>
    </message>
    <message>
        <source>Era</source>
        <translation>세대</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>폴더</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>안내(instructions)</translation>
    </message>
    <message>
        <source>It also speaks</source>
        <translation>함께 지원하는 것</translation>
    </message>
    <message>
        <source>Ping</source>
        <translation>Ping</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>프로세스</translation>
    </message>
    <message>
        <source>Show this exchange in the timeline</source>
        <translation>타임라인에서 이 교환 보기</translation>
    </message>
    <message>
        <source>The server declares</source>
        <translation>서버가 선언한 것</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>전송</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>Web site</source>
        <translation>웹사이트</translation>
    </message>
    <message>
        <source>closing…</source>
        <translation>닫는 중…</translation>
    </message>
    <message>
        <source>connecting…</source>
        <translation>연결하는 중…</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>연결 없음</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>연결 안 됨</translation>
    </message>
    <message>
        <source>not connected yet</source>
        <translation>아직 연결 안 됨</translation>
    </message>
    <message>
        <source>pid {}</source>
        <translation>pid {}</translation>
    </message>
    <message>
        <source>ping: how long an answer takes</source>
        <translation>ping: 응답에 걸리는 시간</translation>
    </message>
    <message>
        <source>server/discover: how long an answer takes</source>
        <translation>server/discover: 응답에 걸리는 시간</translation>
    </message>
</context>
<context>
    <name>ServerRows</name>
    <message>
        <source>Group {0}, {1} servers, {2}</source>
        <translation>그룹 {0}, 서버 {1}개, {2}</translation>
    </message>
    <message>
        <source>Last used: {}</source>
        <translation>마지막 사용: {}</translation>
    </message>
    <message>
        <source>Not tried again: {}</source>
        <translation>다시 시도하지 않음: {}</translation>
    </message>
    <message>
        <source>One more connection to {}; not saved</source>
        <translation>{}에 연결 하나 더, 저장하지 않음</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>닫힘</translation>
    </message>
    <message>
        <source>its files are watched</source>
        <translation>파일을 지켜보는 중</translation>
    </message>
    <message>
        <source>open</source>
        <translation>열림</translation>
    </message>
    <message>
        <source>◉ Restarted when its files change</source>
        <translation>◉ 파일이 바뀌면 다시 시작</translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>The list of servers could not be saved: {}</source>
        <translation>서버 목록을 저장하지 못했습니다: {}</translation>
    </message>
    <message>
        <source>server</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>SessionFiles</name>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Exported to {}</source>
        <translation>{}(으)로 내보냈습니다</translation>
    </message>
    <message>
        <source>Exporting to {}…</source>
        <translation>{}(으)로 내보내는 중…</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>가져오기</translation>
    </message>
    <message>
        <source>Left out, being no MCP: {}.</source>
        <translation>MCP가 아니어서 뺀 것: {}.</translation>
    </message>
    <message>
        <source>Merge with</source>
        <translation>합칠 대상</translation>
    </message>
    <message>
        <source>Merging {} sessions…</source>
        <translation>세션 {}개를 합치는 중…</translation>
    </message>
    <message>
        <source>Not readable, shown as malformed: {}.</source>
        <translation>읽을 수 없어 형식 오류로 보이는 것: {}.</translation>
    </message>
    <message>
        <source>Open a session file</source>
        <translation>세션 파일 열기</translation>
    </message>
    <message>
        <source>Read from {} ({}).</source>
        <translation>{}에서 읽음({}).</translation>
    </message>
    <message>
        <source>Reading {}…</source>
        <translation>{} 읽는 중…</translation>
    </message>
    <message>
        <source>Recordings of other programs ({})</source>
        <translation>다른 프로그램의 기록 ({})</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Saved as {}</source>
        <translation>{}(으)로 저장됨</translation>
    </message>
    <message>
        <source>Saving {}…</source>
        <translation>{} 저장하는 중…</translation>
    </message>
    <message>
        <source>Session files (*.mcptrace)</source>
        <translation>세션 파일 (*.mcptrace)</translation>
    </message>
    <message>
        <source>Stopped; nothing was exported.</source>
        <translation>중지했습니다. 아무것도 내보내지 않았습니다.</translation>
    </message>
    <message>
        <source>This session</source>
        <translation>이 세션</translation>
    </message>
    <message>
        <source>{} merged sessions</source>
        <translation>합친 세션 {}개</translation>
    </message>
</context>
<context>
    <name>SessionWindow</name>
    <message>
        <source>Connections and findings</source>
        <translation>연결과 지적</translation>
    </message>
    <message>
        <source>Connections {}</source>
        <translation>연결 {}</translation>
    </message>
    <message>
        <source>Findings {}</source>
        <translation>지적 {}</translation>
    </message>
    <message>
        <source>Marks, notes and colours stay in this window: {0}. “Save session as…” keeps them.</source>
        <translation>표시, 메모, 색은 이 창에 남습니다: {0}. “세션을 다른 이름으로 저장…”으로 보관합니다.</translation>
    </message>
    <message>
        <source>Opened for reading: {}</source>
        <translation>읽기 전용으로 열림: {}</translation>
    </message>
    <message>
        <source>Save session as…</source>
        <translation>세션을 다른 이름으로 저장…</translation>
    </message>
    <message>
        <source>The file holds no connection.</source>
        <translation>파일에 연결이 없습니다.</translation>
    </message>
</context>
<context>
    <name>ShortcutsOverlay</name>
    <message>
        <source>Esc closes this page.</source>
        <translation>Esc로 이 페이지를 닫습니다.</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>키보드 단축키</translation>
    </message>
</context>
<context>
    <name>SignIn</name>
    <message>
        <source>No browser could be opened here; copy the address and open it in one.</source>
        <translation>여기서는 브라우저를 열 수 없습니다. 주소를 복사해 브라우저에서 여세요.</translation>
    </message>
    <message>
        <source>The token was not renewed: sign in again.</source>
        <translation>토큰이 갱신되지 않았습니다. 다시 로그인하세요.</translation>
    </message>
</context>
<context>
    <name>SignIns</name>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>{} wants you to sign in</source>
        <translation>{}이(가) 로그인을 요구합니다</translation>
    </message>
</context>
<context>
    <name>SlowNotice</name>
    <message>
        <source>Diagnose…</source>
        <translation>진단…</translation>
    </message>
    <message>
        <source>This takes long. The server may still be starting, or something is in its way.</source>
        <translation>오래 걸립니다. 서버가 아직 시작하는 중이거나 무언가 막고 있을 수 있습니다.</translation>
    </message>
</context>
<context>
    <name>Spans</name>
    <message>
        <source>{0} d {1} h</source>
        <translation>{0}일 {1}시간</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0}시간 {1}분</translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation>{0}분 {1}초</translation>
    </message>
    <message>
        <source>{} d</source>
        <translation>{}일</translation>
    </message>
    <message>
        <source>{} h</source>
        <translation>{}시간</translation>
    </message>
    <message>
        <source>{} min</source>
        <translation>{}분</translation>
    </message>
    <message>
        <source>{} s</source>
        <translation>{}초</translation>
    </message>
</context>
<context>
    <name>Spoken</name>
    <message>
        <source>Clear</source>
        <translation>지우기</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>(none named)</source>
        <translation>(이름 없음)</translation>
    </message>
    <message>
        <source>(not said)</source>
        <translation>(말하지 않음)</translation>
    </message>
    <message>
        <source>At work: “{}”…</source>
        <translation>진행 중: “{}”…</translation>
    </message>
    <message>
        <source>At work…</source>
        <translation>진행 중…</translation>
    </message>
    <message>
        <source>Nothing is open yet: the button opens this request at {}.</source>
        <translation>아직 아무것도 열지 않았습니다. 단추를 누르면 {}에서 이 요청을 엽니다.</translation>
    </message>
    <message>
        <source>Step by step. Next: “{}”.</source>
        <translation>한 단계씩. 다음: “{}”.</translation>
    </message>
    <message>
        <source>Stopped at “{}”.</source>
        <translation>“{}”에서 멈췄습니다.</translation>
    </message>
    <message>
        <source>The server does not take the token any more (401). Sign in again?</source>
        <translation>서버가 토큰을 더 이상 받지 않습니다(401). 다시 로그인할까요?</translation>
    </message>
    <message>
        <source>The server names {} authorization servers. Choose one, or go on with the first.</source>
        <translation>서버가 인가 서버를 {}개 댑니다. 하나를 고르거나 첫 번째로 계속하세요.</translation>
    </message>
    <message>
        <source>The server wants more than you granted. New: {}. Granted: {}.</source>
        <translation>서버가 허락한 것보다 더 요구합니다. 새로 요구: {}. 허락함: {}.</translation>
    </message>
    <message>
        <source>The server wants to know who you are (401). Sign in?</source>
        <translation>서버가 누구인지 알고 싶어 합니다(401). 로그인할까요?</translation>
    </message>
    <message>
        <source>Waiting for you to come back from {} in the browser, for 5 minutes at most.</source>
        <translation>브라우저의 {}에서 돌아오기를 최대 5분 동안 기다립니다.</translation>
    </message>
</context>
<context>
    <name>StatisticsChart</name>
    <message>
        <source>Latency over time</source>
        <translation>시간에 따른 지연 시간</translation>
    </message>
    <message>
        <source>No call of {0} was answered yet.</source>
        <translation>{0}의 호출에 아직 응답이 없습니다.</translation>
    </message>
    <message>
        <source>Select a line: its latency over time is drawn here.</source>
        <translation>줄을 선택하면 시간에 따른 지연 시간을 여기에 그립니다.</translation>
    </message>
    <message>
        <source>a dot is a call</source>
        <translation>점 하나가 호출 하나</translation>
    </message>
    <message>
        <source>below: calls a second</source>
        <translation>아래: 초당 호출</translation>
    </message>
    <message>
        <source>from {0}: {1} calls ({2}), p50 {3}, p95 {4}, longest {5}</source>
        <translation>{0}부터: 호출 {1}개({2}), p50 {3}, p95 {4}, 최장 {5}</translation>
    </message>
    <message>
        <source>line p50, band to p95, tick longest</source>
        <translation>선은 p50, 띠는 p95까지, 눈금은 최장</translation>
    </message>
</context>
<context>
    <name>StatisticsModel</name>
    <message>
        <source>Click to filter: {0}</source>
        <translation>누르면 필터: {0}</translation>
    </message>
</context>
<context>
    <name>StatisticsPane</name>
    <message>
        <source>All</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>All servers</source>
        <translation>모든 서버</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>바이트</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>호출</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>CSV로 복사</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Markdown으로 복사</translation>
    </message>
    <message>
        <source>Copy the figures as a table</source>
        <translation>수치를 표로 복사</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>집계</translation>
    </message>
    <message>
        <source>Count calls, or messages</source>
        <translation>호출을 셀지, 메시지를 셀지</translation>
    </message>
    <message>
        <source>Count everything, or what passes the filter of the timeline</source>
        <translation>모두 셀지, 타임라인 필터를 지나는 것만 셀지</translation>
    </message>
    <message>
        <source>Counted in part: go on</source>
        <translation>일부만 셈: 계속</translation>
    </message>
    <message>
        <source>Counted so far</source>
        <translation>지금까지 셈</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>In</source>
        <translation>받음</translation>
    </message>
    <message>
        <source>Log scale</source>
        <translation>로그 눈금</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>최대</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>최소</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>보냄</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>Server › kind › method</source>
        <translation>서버 › 종류 › 메서드</translation>
    </message>
    <message>
        <source>Server › method</source>
        <translation>서버 › 메서드</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>비율</translation>
    </message>
    <message>
        <source>Shown rows</source>
        <translation>보이는 행</translation>
    </message>
    <message>
        <source>Stop counting</source>
        <translation>그만 세기</translation>
    </message>
</context>
<context>
    <name>StatisticsTable</name>
    <message>
        <source>Calls by server, method and target</source>
        <translation>서버, 메서드, 대상별 호출</translation>
    </message>
    <message>
        <source>Hide these</source>
        <translation>이것들 숨기기</translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>이것들만 보기</translation>
    </message>
    <message>
        <source>…and these (with the filter there is)</source>
        <translation>…그리고 이것들(지금 필터와 함께)</translation>
    </message>
    <message>
        <source>…or these</source>
        <translation>…또는 이것들</translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>Steps of the authorization</source>
        <translation>인가의 단계</translation>
    </message>
</context>
<context>
    <name>StepView</name>
    <message>
        <source>As sent</source>
        <translation>보낸 그대로</translation>
    </message>
    <message>
        <source>Hide secret</source>
        <translation>비밀 값 숨기기</translation>
    </message>
    <message>
        <source>How requests and answers are shown</source>
        <translation>요청과 응답을 보는 방법</translation>
    </message>
    <message>
        <source>Parsed</source>
        <translation>해석함</translation>
    </message>
    <message>
        <source>Requests and answers as they were sent, without secrets</source>
        <translation>보낸 그대로의 요청과 응답, 비밀 값 제외</translation>
    </message>
    <message>
        <source>Show secret</source>
        <translation>비밀 값 보기</translation>
    </message>
    <message>
        <source>Shows or hides the secret of the chosen row alone</source>
        <translation>선택한 행의 비밀 값만 보이거나 숨깁니다</translation>
    </message>
    <message>
        <source>Source: {}</source>
        <translation>출처: {}</translation>
    </message>
    <message>
        <source>Values, requests and answers</source>
        <translation>값, 요청, 응답</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Details</source>
        <translation>상세</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>다시 연결</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>다시 시작</translation>
    </message>
    <message>
        <source>Show stderr</source>
        <translation>stderr 보기</translation>
    </message>
</context>
<context>
    <name>SubscribeBar</name>
    <message>
        <source>1 update</source>
        <translation>갱신 1회</translation>
    </message>
    <message>
        <source>Be told when this resource changes</source>
        <translation>이 리소스가 바뀌면 알림 받기</translation>
    </message>
    <message>
        <source>Subscribe</source>
        <translation>구독</translation>
    </message>
    <message>
        <source>Subscribed</source>
        <translation>구독 중</translation>
    </message>
    <message>
        <source>{} updates</source>
        <translation>갱신 {}회</translation>
    </message>
    <message>
        <source>● updated, read again</source>
        <translation>● 갱신됨, 다시 읽음</translation>
    </message>
</context>
<context>
    <name>Subscriptions</name>
    <message>
        <source>ended</source>
        <translation>끝남</translation>
    </message>
    <message>
        <source>list changed</source>
        <translation>목록 변경</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>끊김</translation>
    </message>
    <message>
        <source>open</source>
        <translation>열림</translation>
    </message>
    <message>
        <source>opening</source>
        <translation>여는 중</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>거부됨</translation>
    </message>
    <message>
        <source>task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>updated</source>
        <translation>갱신됨</translation>
    </message>
</context>
<context>
    <name>SubscriptionsPanel</name>
    <message>
        <source>All events</source>
        <translation>모든 이벤트</translation>
    </message>
    <message>
        <source>Each change that the server tells of is listed here.</source>
        <translation>서버가 알리는 모든 변경이 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Filter subscriptions</source>
        <translation>구독 필터</translation>
    </message>
    <message>
        <source>New</source>
        <translation>새로 만들기</translation>
    </message>
    <message>
        <source>No subscription.</source>
        <translation>구독이 없습니다.</translation>
    </message>
    <message>
        <source>Nothing was told yet.</source>
        <translation>아직 알려 온 것이 없습니다.</translation>
    </message>
    <message>
        <source>Opened for the lists, and for what you subscribe to in Resources.</source>
        <translation>목록과 리소스에서 구독한 것을 위해 열렸습니다.</translation>
    </message>
    <message>
        <source>Press New to choose what the server is to tell of.</source>
        <translation>서버가 알려 줄 것을 고르려면 새로 만들기를 누르세요.</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Subscribe to something else</source>
        <translation>다른 것 구독</translation>
    </message>
    <message>
        <source>This server tells of changed lists unasked. Subscribe to a resource in Resources or here.</source>
        <translation>이 서버는 목록 변경을 스스로 알립니다. 리소스에서 또는 여기서 리소스를 구독하세요.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>바뀐 것</translation>
    </message>
    <message>
        <source>events</source>
        <translation>이벤트</translation>
    </message>
</context>
<context>
    <name>TaskDetail</name>
    <message>
        <source>After</source>
        <translation>간격</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>답하기</translation>
    </message>
    <message>
        <source>Cancel task</source>
        <translation>작업 취소</translation>
    </message>
    <message>
        <source>Copy the id of the task</source>
        <translation>작업의 id 복사</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Poll by itself</source>
        <translation>자동으로 확인</translation>
    </message>
    <message>
        <source>Poll now</source>
        <translation>지금 확인</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>Server pushes</source>
        <translation>서버가 알림</translation>
    </message>
    <message>
        <source>Show result</source>
        <translation>결과 보기</translation>
    </message>
    <message>
        <source>Show the call that became this task in the timeline</source>
        <translation>이 작업이 된 호출을 타임라인에서 보기</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Statuses so far</source>
        <translation>지금까지의 상태</translation>
    </message>
    <message>
        <source>Subscribe to this task (subscriptions/listen with its id)</source>
        <translation>이 작업 구독(id를 넣은 subscriptions/listen)</translation>
    </message>
    <message>
        <source>core of 2025-11-25</source>
        <translation>2025-11-25의 핵심</translation>
    </message>
    <message>
        <source>every {:g} s</source>
        <translation>{:g}초마다</translation>
    </message>
    <message>
        <source>extension</source>
        <translation>확장</translation>
    </message>
    <message>
        <source>known for {}</source>
        <translation>{} 동안 알려짐</translation>
    </message>
    <message>
        <source>polled {} ×</source>
        <translation>{}회 확인함</translation>
    </message>
    <message>
        <source>progress {0} of {1}</source>
        <translation>진행률 {1} 중 {0}</translation>
    </message>
    <message>
        <source>progress {}</source>
        <translation>진행률 {}</translation>
    </message>
</context>
<context>
    <name>TaskList</name>
    <message>
        <source>Tasks</source>
        <translation>작업</translation>
    </message>
</context>
<context>
    <name>TaskOption</name>
    <message>
        <source>Run as task</source>
        <translation>작업으로 실행</translation>
    </message>
    <message>
        <source>Seconds that the server keeps the task</source>
        <translation>서버가 작업을 보관할 초</translation>
    </message>
    <message>
        <source>The call answers at once with a task, which is then polled</source>
        <translation>호출이 곧바로 작업으로 응답되고, 그 뒤 상태를 확인합니다</translation>
    </message>
    <message>
        <source>What is asked for; the server decides. 0: it is not said</source>
        <translation>요청하는 값이며 서버가 결정합니다. 0: 말하지 않음</translation>
    </message>
    <message>
        <source>keep for</source>
        <translation>보관</translation>
    </message>
</context>
<context>
    <name>Tasks</name>
    <message>
        <source>cancelled</source>
        <translation>취소됨</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>input required</source>
        <translation>입력 필요</translation>
    </message>
    <message>
        <source>working</source>
        <translation>진행 중</translation>
    </message>
</context>
<context>
    <name>TasksPanel</name>
    <message>
        <source>A tool call that becomes a task is followed here until it has ended.</source>
        <translation>작업이 된 도구 호출을 끝날 때까지 여기서 지켜봅니다.</translation>
    </message>
    <message>
        <source>Ask the server for its tasks (tasks/list)</source>
        <translation>서버에 작업 목록 묻기(tasks/list)</translation>
    </message>
    <message>
        <source>Id of a task that was created elsewhere</source>
        <translation>다른 곳에서 만든 작업의 id</translation>
    </message>
    <message>
        <source>List</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>Look at a task that was created elsewhere</source>
        <translation>다른 곳에서 만든 작업 보기</translation>
    </message>
    <message>
        <source>No tasks yet.</source>
        <translation>아직 작업이 없습니다.</translation>
    </message>
    <message>
        <source>Task id, then Enter</source>
        <translation>작업 id를 쓰고 Enter</translation>
    </message>
    <message>
        <source>The task was cancelled. It led to nothing.</source>
        <translation>작업이 취소되어 결과가 없습니다.</translation>
    </message>
    <message>
        <source>What the task leads to appears here when it has ended.</source>
        <translation>작업이 끝나면 결과가 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>the server answered with an error: {}</source>
        <translation>서버가 오류로 응답했습니다: {}</translation>
    </message>
</context>
<context>
    <name>TermBubble</name>
    <message>
        <source>All terms</source>
        <translation>모든 용어</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>닫기(Esc)</translation>
    </message>
    <message>
        <source>Help of this place</source>
        <translation>이곳의 도움말</translation>
    </message>
</context>
<context>
    <name>TextEditor</name>
    <message>
        <source>Characters that cannot be seen. They are sent as they are.</source>
        <translation>보이지 않는 문자입니다. 그대로 보냅니다.</translation>
    </message>
    <message>
        <source>Edit the JSON in this text</source>
        <translation>이 텍스트 안의 JSON 편집</translation>
    </message>
    <message>
        <source>Hide it</source>
        <translation>숨기기</translation>
    </message>
    <message>
        <source>It is sent, too.</source>
        <translation>이것도 보냅니다.</translation>
    </message>
    <message>
        <source>Show what is hidden</source>
        <translation>숨긴 것 보기</translation>
    </message>
    <message>
        <source>blank at the edge</source>
        <translation>가장자리에 공백</translation>
    </message>
    <message>
        <source>contains {0}</source>
        <translation>{0} 포함</translation>
    </message>
    <message>
        <source>no JSON: {0}</source>
        <translation>JSON 아님: {0}</translation>
    </message>
    <message>
        <source>no scheme such as https:</source>
        <translation>빠진 스킴, 예: https:</translation>
    </message>
</context>
<context>
    <name>TextViewer</name>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>찾기…</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>모두 선택</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
</context>
<context>
    <name>TimelineBar</name>
    <message>
        <source>Calls</source>
        <translation>호출</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>따라가기</translation>
    </message>
    <message>
        <source>Follow new records</source>
        <translation>새 기록 따라가기</translation>
    </message>
    <message>
        <source>Go on searching</source>
        <translation>계속 검색</translation>
    </message>
    <message>
        <source>Keep the newest record in view</source>
        <translation>가장 새 기록을 보이게 유지</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>One row a call, or one row a message</source>
        <translation>호출마다 한 행 또는 메시지마다 한 행</translation>
    </message>
    <message>
        <source>Stop searching, keep what was found</source>
        <translation>검색 중지, 찾은 것은 유지</translation>
    </message>
</context>
<context>
    <name>TimelineHeader</name>
    <message>
        <source>Columns of the timeline</source>
        <translation>타임라인의 열</translation>
    </message>
</context>
<context>
    <name>TimelinePane</name>
    <message>
        <source>No record matches this filter. Esc clears it.</source>
        <translation>이 필터에 맞는 기록이 없습니다. Esc로 지웁니다.</translation>
    </message>
    <message>
        <source>Nothing yet. Connect a server and every message appears here.</source>
        <translation>아직 아무것도 없습니다. 서버를 연결하면 모든 메시지가 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>검색하는 중…</translation>
    </message>
    <message>
        <source>{0} found, {1} searched</source>
        <translation>{0}개 찾음, {1}개 검색함</translation>
    </message>
    <message>
        <source>{0} in the first {1}</source>
        <translation>처음 {1}개 중 {0}개</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1}개 중 {0}개</translation>
    </message>
</context>
<context>
    <name>TimelineStage</name>
    <message>
        <source>Overview of the timeline</source>
        <translation>타임라인 개요</translation>
    </message>
</context>
<context>
    <name>TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>타임라인</translation>
    </message>
</context>
<context>
    <name>Timing</name>
    <message>
        <source>Belongs to the subscription #{0}, open for {1} by then</source>
        <translation>그때까지 {1} 동안 열려 있던 구독 #{0}에 속합니다</translation>
    </message>
    <message>
        <source>Came {0}, {1} s after the first record</source>
        <translation>{0}에 왔고, 첫 기록에서 {1}초 뒤</translation>
    </message>
    <message>
        <source>Earlier rounds</source>
        <translation>앞의 회차</translation>
    </message>
    <message>
        <source>First byte → done</source>
        <translation>첫 바이트 → 끝</translation>
    </message>
    <message>
        <source>It has no duration of its own.</source>
        <translation>자체 소요 시간이 없습니다.</translation>
    </message>
    <message>
        <source>Not answered yet</source>
        <translation>아직 응답 없음</translation>
    </message>
    <message>
        <source>Progress notifications: {0}</source>
        <translation>진행률 알림: {0}</translation>
    </message>
    <message>
        <source>Progress notifications: {0}, one every {1}, the longest gap {2}</source>
        <translation>진행률 알림: {0}개, {1}마다 하나, 가장 긴 간격 {2}</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>대기열</translation>
    </message>
    <message>
        <source>Requests of the server inside: {0}, {1} in all</source>
        <translation>안에 있는 서버의 요청: {0}개, 모두 {1}</translation>
    </message>
    <message>
        <source>Rounds: {0}</source>
        <translation>회차: {0}</translation>
    </message>
    <message>
        <source>Sent → first byte</source>
        <translation>보냄 → 첫 바이트</translation>
    </message>
    <message>
        <source>Started {0}, {1} s after the first record</source>
        <translation>{0}에 시작, 첫 기록에서 {1}초 뒤</translation>
    </message>
    <message>
        <source>This record: {0} after the start of #{1} {2}</source>
        <translation>이 기록: #{1} {2} 시작에서 {0} 뒤</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>합계</translation>
    </message>
    <message>
        <source>{0} after the record before it, #{1}</source>
        <translation>앞 기록 #{1}에서 {0} 뒤</translation>
    </message>
</context>
<context>
    <name>TimingChart</name>
    <message>
        <source>Phases of the call</source>
        <translation>호출의 단계</translation>
    </message>
</context>
<context>
    <name>TimingView</name>
    <message>
        <source>Timing</source>
        <translation>시간</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>Excluded: over modern HTTP clients must not use this tool.</source>
        <translation>제외됨: 신형 HTTP에서 클라이언트는 이 도구를 쓰면 안 됩니다.</translation>
    </message>
    <message>
        <source>Fill in the arguments and press Run.
The result appears here, beside them.</source>
        <translation>인수를 채우고 실행을 누르세요.
결과가 그 옆 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>Filter tools</source>
        <translation>도구 필터</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>The server lists no tools.</source>
        <translation>서버의 목록에 도구가 없습니다.</translation>
    </message>
    <message>
        <source>could not be checked against its output schema</source>
        <translation>출력 스키마와 대조하지 못함</translation>
    </message>
    <message>
        <source>destructive</source>
        <translation>파괴적</translation>
    </message>
    <message>
        <source>does not match its output schema</source>
        <translation>출력 스키마와 맞지 않음</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>제외됨</translation>
    </message>
    <message>
        <source>has an output schema, but gave no structured content</source>
        <translation>출력 스키마가 있지만 구조화된 내용이 없음</translation>
    </message>
    <message>
        <source>matches its output schema</source>
        <translation>출력 스키마와 맞음</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>the server says that it changes nothing</source>
        <translation>서버가 아무것도 바꾸지 않는다고 합니다</translation>
    </message>
    <message>
        <source>the server says that it changes something</source>
        <translation>서버가 무언가를 바꾼다고 합니다</translation>
    </message>
    <message>
        <source>the server says that it may delete or overwrite</source>
        <translation>서버가 지우거나 덮어쓸 수 있다고 합니다</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>쓰기</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Add a server…</source>
        <translation>서버 추가…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>연결 끊기</translation>
    </message>
    <message>
        <source>No server</source>
        <translation>서버 없음</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>다시 연결</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>다시 시작</translation>
    </message>
    <message>
        <source>Search or run…</source>
        <translation>검색 또는 실행…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>Switch to another server</source>
        <translation>다른 서버로 전환</translation>
    </message>
    <message>
        <source>Switch to dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>Switch to light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation>테마: 시스템 설정</translation>
    </message>
    <message>
        <source>closing…</source>
        <translation>닫는 중…</translation>
    </message>
    <message>
        <source>connecting…</source>
        <translation>연결하는 중…</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>연결 끊김</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>pid {}</source>
        <translation>pid {}</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>A server to try things on</source>
        <translation>시험해 볼 서버</translation>
    </message>
    <message>
        <source>A tool is something the server can do; all of them are listed here.
“echo” is chosen already: it answers with what you send. Look at others if you like.</source>
        <translation>도구는 서버가 할 수 있는 일이며, 모두 여기에 나옵니다.
“echo”가 이미 선택되어 있습니다. 보낸 것을 그대로 답하는 도구입니다. 다른 것도 살펴보세요.</translation>
    </message>
    <message>
        <source>Add your own server here: paste a command, a URL, or the JSON of another program. F1 explains the place where you are, at any time.</source>
        <translation>여기서 자신의 서버를 추가합니다. 명령, URL, 다른 프로그램의 JSON을 붙여 넣으세요. F1은 언제나 지금 있는 곳을 설명합니다.</translation>
    </message>
    <message>
        <source>Choose a tool</source>
        <translation>도구 선택</translation>
    </message>
    <message>
        <source>Down to the bytes</source>
        <translation>바이트까지</translation>
    </message>
    <message>
        <source>Every message is checked against the rules of the protocol. What breaks one is listed under “Findings”, with the place where the rule is written.
Choose that tab.</source>
        <translation>모든 메시지를 프로토콜의 규칙과 대조합니다. 규칙을 어긴 것은 규칙이 쓰인 곳과 함께 “지적”에 나옵니다.
그 탭을 선택하세요.</translation>
    </message>
    <message>
        <source>Everything that was said</source>
        <translation>오간 모든 말</translation>
    </message>
    <message>
        <source>Fill in its form</source>
        <translation>양식 채우기</translation>
    </message>
    <message>
        <source>Find what you look for</source>
        <translation>찾는 것 찾기</translation>
    </message>
    <message>
        <source>Here are request and response of the row side by side, with times and headers.
Choose the tab “Bytes” to see what really went over the line.</source>
        <translation>그 행의 요청과 응답이 시간, 헤더와 함께 나란히 있습니다.
“바이트” 탭을 선택하면 실제로 오간 것을 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Nothing has been sent so far. Press “Run”, or Ctrl+Enter, and the tool is called.</source>
        <translation>아직 아무것도 보내지 않았습니다. “실행”이나 Ctrl+Enter를 누르면 도구를 호출합니다.</translation>
    </message>
    <message>
        <source>Now your own</source>
        <translation>이제 자신의 서버로</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>실행하기</translation>
    </message>
    <message>
        <source>The filter leaves only the rows that you want. It proposes what can be written, and F1 in it explains the rest.
Type “echo”. Esc clears it again.</source>
        <translation>필터는 원하는 행만 남깁니다. 쓸 수 있는 것을 제안하고, 나머지는 필터에서 F1을 누르면 설명합니다.
“echo”를 입력하세요. Esc로 다시 지웁니다.</translation>
    </message>
    <message>
        <source>The form is made from what the server says about the tool&apos;s arguments.
Type something into its first field.</source>
        <translation>양식은 서버가 알려 준 도구의 인수로 만들어집니다.
첫 필드에 무엇이든 입력하세요.</translation>
    </message>
    <message>
        <source>The result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>The timeline keeps every message of all servers: the newest is at the end.
Click the row of your call, “tools/call”.</source>
        <translation>타임라인에는 모든 서버의 모든 메시지가 남고, 가장 새것이 끝에 있습니다.
방금 한 호출의 행 “tools/call”을 누르세요.</translation>
    </message>
    <message>
        <source>This is what the tool answered, shown as it is meant. The switches above it show the same as JSON, exactly as it came.</source>
        <translation>도구가 답한 것을 뜻에 맞게 보여 줍니다. 위의 전환 단추로 같은 것을 온 그대로의 JSON으로 봅니다.</translation>
    </message>
    <message>
        <source>This program brings a small MCP server along. It runs on this computer and needs no network.
Press “Try the demo server”.</source>
        <translation>이 프로그램에는 작은 MCP 서버가 들어 있습니다. 이 컴퓨터에서 돌고 네트워크가 필요 없습니다.
“데모 서버 써 보기”를 누르세요.</translation>
    </message>
    <message>
        <source>What a server does wrong</source>
        <translation>서버가 잘못하는 것</translation>
    </message>
</context>
<context>
    <name>TourBubble</name>
    <message>
        <source>Back</source>
        <translation>뒤로</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Leave the tour</source>
        <translation>둘러보기 그만두기</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{1}개 중 {0}</translation>
    </message>
</context>
<context>
    <name>TwinCalls</name>
    <message>
        <source>Call {} here and on</source>
        <translation>{}을(를) 여기와 함께 호출할 곳</translation>
    </message>
    <message>
        <source>Connect another server first</source>
        <translation>먼저 다른 서버를 연결하세요</translation>
    </message>
    <message>
        <source>This server in another revision</source>
        <translation>다른 개정판의 이 서버</translation>
    </message>
    <message>
        <source>right faster by {0} ({1})</source>
        <translation>오른쪽이 {0} 빠름({1})</translation>
    </message>
    <message>
        <source>right slower by {0} ({1})</source>
        <translation>오른쪽이 {0} 느림({1})</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{} is not connected: there is nothing to compare with.</source>
        <translation>{}이(가) 연결되어 있지 않아 비교할 것이 없습니다.</translation>
    </message>
</context>
<context>
    <name>UnionEditor</name>
    <message>
        <source>Fill in…</source>
        <translation>채우기…</translation>
    </message>
    <message>
        <source>Looks like {0}: switch</source>
        <translation>{0}(으)로 보임: 바꾸기</translation>
    </message>
    <message>
        <source>Shape of {0}</source>
        <translation>{0}의 형태</translation>
    </message>
    <message>
        <source>The schema expects: {0}</source>
        <translation>스키마가 예상하는 것: {0}</translation>
    </message>
</context>
<context>
    <name>Unlocking</name>
    <message>
        <source>the secrets were not unlocked</source>
        <translation>비밀 값의 잠금을 풀지 않았습니다</translation>
    </message>
    <message>
        <source>{} is locked</source>
        <translation>{}이(가) 잠겨 있습니다</translation>
    </message>
</context>
<context>
    <name>Upkeep</name>
    <message>
        <source>The files of {0} cannot be watched: {1}</source>
        <translation>{0}의 파일을 지켜볼 수 없습니다: {1}</translation>
    </message>
    <message>
        <source>{0} seems to write {1} itself each time it starts; its files are not watched any more. Name what to watch under Edit, Restart and roots.</source>
        <translation>{0}은(는) 시작할 때마다 {1}을(를) 스스로 쓰는 것 같아 그 파일을 더 지켜보지 않습니다. 편집의 다시 시작과 루트에서 지켜볼 것을 정하세요.</translation>
    </message>
    <message>
        <source>{}: no folder of it is known. Name what to watch under Edit, Restart and roots.</source>
        <translation>{}: 알려진 폴더가 없습니다. 편집의 다시 시작과 루트에서 지켜볼 것을 정하세요.</translation>
    </message>
</context>
<context>
    <name>UriLine</name>
    <message>
        <source>URI</source>
        <translation>URI</translation>
    </message>
</context>
<context>
    <name>UriPreview</name>
    <message>
        <source>The URI that is read</source>
        <translation>읽을 URI</translation>
    </message>
    <message>
        <source>This template is malformed: {0}. That part stays as it is.</source>
        <translation>템플릿의 형식이 잘못되었습니다: {0}. 그 부분은 그대로 둡니다.</translation>
    </message>
    <message>
        <source>URI</source>
        <translation>URI</translation>
    </message>
</context>
<context>
    <name>UuidEditor</name>
    <message>
        <source>By time (v7)</source>
        <translation>시간순(v7)</translation>
    </message>
    <message>
        <source>Make a new random UUID (v4)</source>
        <translation>새 임의 UUID(v4) 만들기</translation>
    </message>
    <message>
        <source>Random (v4)</source>
        <translation>임의(v4)</translation>
    </message>
    <message>
        <source>The version that the UUID says it has.</source>
        <translation>UUID가 밝힌 버전입니다.</translation>
    </message>
    <message>
        <source>not written as a UUID</source>
        <translation>UUID로 쓰여 있지 않음</translation>
    </message>
    <message>
        <source>{0}: make a new UUID</source>
        <translation>{0}: 새 UUID 만들기</translation>
    </message>
</context>
<context>
    <name>ValueMenu</name>
    <message>
        <source>Apply as column</source>
        <translation>열로 적용</translation>
    </message>
    <message>
        <source>Apply as filter</source>
        <translation>필터로 적용</translation>
    </message>
    <message>
        <source>Colour rows with this value</source>
        <translation>이 값이 있는 행에 색</translation>
    </message>
    <message>
        <source>Copy as filter</source>
        <translation>필터로 복사</translation>
    </message>
    <message>
        <source>Highlight rows with this value</source>
        <translation>이 값이 있는 행 강조</translation>
    </message>
    <message>
        <source>Not selected</source>
        <translation>선택한 것 제외</translation>
    </message>
    <message>
        <source>Prepare as filter</source>
        <translation>필터 준비</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>선택한 것</translation>
    </message>
    <message>
        <source>… and not selected</source>
        <translation>… 그리고 선택한 것 제외</translation>
    </message>
    <message>
        <source>… and selected</source>
        <translation>… 그리고 선택한 것</translation>
    </message>
    <message>
        <source>… or not selected</source>
        <translation>… 또는 선택한 것 제외</translation>
    </message>
    <message>
        <source>… or selected</source>
        <translation>… 또는 선택한 것</translation>
    </message>
</context>
<context>
    <name>ValueOverlay</name>
    <message>
        <source>Arguments found</source>
        <translation>찾은 인수</translation>
    </message>
    <message>
        <source>Arguments of {0} used before</source>
        <translation>전에 쓴 {0}의 인수</translation>
    </message>
    <message>
        <source>Arguments used before</source>
        <translation>전에 쓴 인수</translation>
    </message>
    <message>
        <source>Arguments you call this with appear here.</source>
        <translation>호출에 쓴 인수가 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>Enter fills them in. Secrets are not kept.</source>
        <translation>Enter로 채웁니다. 비밀 값은 보관하지 않습니다.</translation>
    </message>
    <message>
        <source>Fill in</source>
        <translation>채우기</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>잊기</translation>
    </message>
    <message>
        <source>Forget (Ctrl+Delete)</source>
        <translation>잊기(Ctrl+Delete)</translation>
    </message>
    <message>
        <source>Forget all but pinned and named</source>
        <translation>고정하거나 이름 붙인 것 말고 모두 잊기</translation>
    </message>
    <message>
        <source>Name (F2)</source>
        <translation>이름(F2)</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>이름…</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>찾은 것이 없습니다.</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>Pin (Ctrl+P)</source>
        <translation>고정(Ctrl+P)</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>고정 해제</translation>
    </message>
    <message>
        <source>Used before</source>
        <translation>전에 쓴 값</translation>
    </message>
</context>
<context>
    <name>ValuePane</name>
    <message>
        <source>Link to {0}</source>
        <translation>{0}(으)로 가는 링크</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Open with the program of the system</source>
        <translation>시스템의 프로그램으로 열기</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>저장…</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation>값 보기</translation>
    </message>
    <message>
        <source>Text of {0}</source>
        <translation>{0} 텍스트</translation>
    </message>
    <message>
        <source>This text cannot be unpacked; it is shown as it came.</source>
        <translation>이 텍스트는 풀 수 없어 온 그대로 보여 줍니다.</translation>
    </message>
    <message>
        <source>{0} in a text of {1}</source>
        <translation>{1} 텍스트 안의 {0}</translation>
    </message>
    <message>
        <source>⚠ {0}: not what it looks like?</source>
        <translation>⚠ {0}: 보이는 것과 다를까요?</translation>
    </message>
    <message>
        <source>✓ Saved as {0}</source>
        <translation>✓ {0}(으)로 저장됨</translation>
    </message>
</context>
<context>
    <name>VerdictStrip</name>
    <message>
        <source>Complied</source>
        <translation>준수</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>Not complied</source>
        <translation>준수하지 않음</translation>
    </message>
    <message>
        <source>Sent: {}. Waiting for what comes …</source>
        <translation>보냄: {}. 올 것을 기다리는 중 …</translation>
    </message>
    <message>
        <source>Show this record in the timeline</source>
        <translation>타임라인에서 이 기록 보기</translation>
    </message>
    <message>
        <source>Undecided</source>
        <translation>판정 보류</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Earlier</source>
        <translation>앞으로</translation>
    </message>
    <message>
        <source>Fit again</source>
        <translation>다시 맞추기</translation>
    </message>
    <message>
        <source>Last 10 s</source>
        <translation>마지막 10초</translation>
    </message>
    <message>
        <source>Last 60 s</source>
        <translation>마지막 60초</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>뒤로</translation>
    </message>
    <message>
        <source>Rows on screen</source>
        <translation>화면의 행</translation>
    </message>
    <message>
        <source>Whole session</source>
        <translation>세션 전체</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>확대</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>축소</translation>
    </message>
</context>
<context>
    <name>WaterfallHands</name>
    <message>
        <source>Fit the waterfall again</source>
        <translation>폭포를 다시 맞추기</translation>
    </message>
    <message>
        <source>Fit the waterfall again (double click)</source>
        <translation>폭포를 다시 맞추기(두 번 누르기)</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>A recording: ours, HAR, or a log of Claude Desktop.</source>
        <translation>기록 파일: 우리 것, HAR, 또는 Claude Desktop의 로그.</translation>
    </message>
    <message>
        <source>A small server that comes along. No network.</source>
        <translation>함께 들어 있는 작은 서버. 네트워크를 쓰지 않습니다.</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>서버 추가</translation>
    </message>
    <message>
        <source>Connect a server, call its tools with a form, and read every message, with nothing left out.</source>
        <translation>서버를 연결하고, 양식으로 도구를 호출하고, 모든 메시지를 빠짐없이 읽습니다.</translation>
    </message>
    <message>
        <source>Found here: {}</source>
        <translation>여기서 찾음: {}</translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation>서버 가져오기…</translation>
    </message>
    <message>
        <source>Looking for other programs with servers…</source>
        <translation>서버가 있는 다른 프로그램을 찾는 중…</translation>
    </message>
    <message>
        <source>No other program here has servers. A file can be opened as well.</source>
        <translation>서버가 있는 다른 프로그램이 없습니다. 파일을 열 수도 있습니다.</translation>
    </message>
    <message>
        <source>Open a session file…</source>
        <translation>세션 파일 열기…</translation>
    </message>
    <message>
        <source>See what an MCP server says, byte by byte.</source>
        <translation>MCP 서버가 하는 말을 바이트 하나까지 보세요.</translation>
    </message>
    <message>
        <source>Take the tour (2 minutes)</source>
        <translation>둘러보기(2분)</translation>
    </message>
    <message>
        <source>The configuration of another client (mcpServers) can be pasted as it is.</source>
        <translation>다른 클라이언트의 설정(mcpServers)을 그대로 붙여 넣을 수 있습니다.</translation>
    </message>
    <message>
        <source>Those of Claude, Cursor, VS Code and others on this computer</source>
        <translation>이 컴퓨터의 Claude, Cursor, VS Code 등의 서버</translation>
    </message>
    <message>
        <source>Try the demo server</source>
        <translation>데모 서버 써 보기</translation>
    </message>
    <message>
        <source>User guide (F1)</source>
        <translation>사용 설명서(F1)</translation>
    </message>
    <message>
        <source>Version {} · files can be dropped on this window</source>
        <translation>버전 {} · 파일을 이 창에 놓을 수 있습니다</translation>
    </message>
    <message>
        <source>{} ({})</source>
        <translation>{}({})</translation>
    </message>
    <message>
        <source>{} more</source>
        <translation>외 {}개</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>Panes of the server</source>
        <translation>서버의 창들</translation>
    </message>
</context>
<context>
    <name>_Delegate</name>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Name of these arguments</source>
        <translation>이 인수들의 이름</translation>
    </message>
</context>
<context>
    <name>_Deprecated</name>
    <message>
        <source>deprecated</source>
        <translation>더 이상 쓰지 않음</translation>
    </message>
</context>
<context>
    <name>_Detail</name>
    <message>
        <source>Acknowledged</source>
        <translation>확인됨</translation>
    </message>
    <message>
        <source>Not acknowledged</source>
        <translation>확인되지 않음</translation>
    </message>
    <message>
        <source>Not asked for</source>
        <translation>부탁하지 않음</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>부탁함</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Subscribe again</source>
        <translation>다시 구독</translation>
    </message>
    <message>
        <source>id {}</source>
        <translation>id {}</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>아직 아님</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>reopened {} times</source>
        <translation>{}번 다시 열림</translation>
    </message>
</context>
<context>
    <name>_ExtraRow</name>
    <message>
        <source>Name of the property {0}</source>
        <translation>속성 {0}의 이름</translation>
    </message>
    <message>
        <source>No name is allowed.</source>
        <translation>어떤 이름도 허용되지 않습니다.</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} 제거</translation>
    </message>
    <message>
        <source>The name must be one of: {0}</source>
        <translation>이름은 다음 중 하나여야 합니다: {0}</translation>
    </message>
    <message>
        <source>The name must match {0}</source>
        <translation>이름은 {0}과(와) 맞아야 합니다</translation>
    </message>
    <message>
        <source>The schema does not allow this property.</source>
        <translation>스키마가 이 속성을 허용하지 않습니다.</translation>
    </message>
    <message>
        <source>There is already a property “{0}”.</source>
        <translation>속성 “{0}”이(가) 이미 있습니다.</translation>
    </message>
    <message>
        <source>empty name</source>
        <translation>빈 이름</translation>
    </message>
</context>
<context>
    <name>_Failed</name>
    <message>
        <source>⚠ no icon: {0}</source>
        <translation>⚠ 아이콘 없음: {0}</translation>
    </message>
</context>
<context>
    <name>_Failure</name>
    <message>
        <source>This image cannot be drawn: {0}</source>
        <translation>그림을 그릴 수 없습니다: {0}</translation>
    </message>
</context>
<context>
    <name>_Model</name>
    <message>
        <source>Fault</source>
        <translation>규칙 위반</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>심각도</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>판정</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>일어난 일</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>무엇이 잘못되었나</translation>
    </message>
    <message>
        <source>complied</source>
        <translation>준수</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>not complied</source>
        <translation>준수하지 않음</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>고정됨</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>판정 보류</translation>
    </message>
</context>
<context>
    <name>_Question</name>
    <message>
        <source>Do not load them</source>
        <translation>불러오지 않기</translation>
    </message>
    <message>
        <source>Icons come from {0}</source>
        <translation>아이콘을 {0}에서 가져옵니다</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>불러오기</translation>
    </message>
</context>
<context>
    <name>_Table</name>
    <message>
        <source>JSON as a table</source>
        <translation>표로 본 JSON</translation>
    </message>
</context>
<context>
    <name>_UnknownPage</name>
    <message>
        <source>Do not answer</source>
        <translation>답하지 않기</translation>
    </message>
</context>
<context>
    <name>timeline</name>
    <message>
        <source>1 event</source>
        <translation>이벤트 1개</translation>
    </message>
    <message>
        <source>Answers nobody waits for</source>
        <translation>아무도 기다리지 않는 응답</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>채널</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>날짜와 시각</translation>
    </message>
    <message>
        <source>Date and time, UTC</source>
        <translation>날짜와 시각(UTC)</translation>
    </message>
    <message>
        <source>Dir</source>
        <translation>방향</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>소요 시간</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>지적</translation>
    </message>
    <message>
        <source>Go to record</source>
        <translation>기록으로 이동</translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation>HTTP</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>메서드</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Number (1 to {0})</source>
        <translation>번호(1부터 {0}까지)</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Since the reference row</source>
        <translation>기준 행부터</translation>
    </message>
    <message>
        <source>Since the row before</source>
        <translation>앞 행부터</translation>
    </message>
    <message>
        <source>Since the start</source>
        <translation>시작부터</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>전송</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>폭포</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>확인됨</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>call</source>
        <translation>호출</translation>
    </message>
    <message>
        <source>cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>취소됨</translation>
    </message>
    <message>
        <source>client to server</source>
        <translation>클라이언트에서 서버로</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>잘림</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>중복</translation>
    </message>
    <message>
        <source>earlier rounds</source>
        <translation>앞의 회차</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>event</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>first byte → done</source>
        <translation>첫 바이트 → 끝</translation>
    </message>
    <message>
        <source>head</source>
        <translation>헤더</translation>
    </message>
    <message>
        <source>input</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>late</source>
        <translation>늦음</translation>
    </message>
    <message>
        <source>lifecycle</source>
        <translation>수명 주기</translation>
    </message>
    <message>
        <source>log</source>
        <translation>로그</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>끊김</translation>
    </message>
    <message>
        <source>malformed</source>
        <translation>형식 오류</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>표시함</translation>
    </message>
    <message>
        <source>mistyped</source>
        <translation>형식 다름</translation>
    </message>
    <message>
        <source>nested</source>
        <translation>안쪽</translation>
    </message>
    <message>
        <source>notification</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>정상</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>progress</source>
        <translation>진행률</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>대기열</translation>
    </message>
    <message>
        <source>request</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>response</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>retry</source>
        <translation>재시도</translation>
    </message>
    <message>
        <source>sent → first byte</source>
        <translation>보냄 → 첫 바이트</translation>
    </message>
    <message>
        <source>server to client</source>
        <translation>서버에서 클라이언트로</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>tool error</source>
        <translation>도구 오류</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>with a finding</source>
        <translation>지적 있음</translation>
    </message>
    <message>
        <source>{} events</source>
        <translation>이벤트 {}개</translation>
    </message>
</context>
</TS>
