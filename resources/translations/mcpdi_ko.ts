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
        <source>Component</source>
        <translation>구성 요소</translation>
    </message>
    <message>
        <source>Components and licences</source>
        <translation>프로그램의 구성 요소와 라이선스</translation>
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
        <source>Licence: Apache-2.0. The program uses Qt {} and PySide6 {} unmodified under the GNU Lesser General Public License, version 3; their libraries may be replaced. Below is everything it contains.</source>
        <translation>라이선스: Apache-2.0. 이 프로그램은 Qt {}와(과) PySide6 {}을(를) GNU Lesser General Public License 버전 3에 따라 수정 없이 사용하며, 그 라이브러리를 바꿀 수 있습니다. 아래는 프로그램을 이루는 모든 것입니다.</translation>
    </message>
    <message>
        <source>MCP Desktop Inspector {}</source>
        <translation>MCP Desktop Inspector {}</translation>
    </message>
    <message>
        <source>New versions are published at {}. The app never checks by itself.</source>
        <translation>새 버전은 {}에 공개됩니다. 프로그램이 스스로 확인하지 않습니다.</translation>
    </message>
    <message>
        <source>No licence text is included; the licence is {}.</source>
        <translation>전문이 함께 오지 않았습니다. 라이선스는 {}입니다.</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>브라우저에서 열기</translation>
    </message>
    <message>
        <source>Search components and licences</source>
        <translation>구성 요소와 라이선스 검색</translation>
    </message>
    <message>
        <source>This build names no download page. Ask whoever gave it to you.</source>
        <translation>이 버전에는 새 버전을 알리는 페이지가 없습니다. 받은 곳에 문의하세요.</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>버전</translation>
    </message>
    <message>
        <source>{} of {} components</source>
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
        <source>Back to previous record</source>
        <translation>이전 기록으로 돌아가기</translation>
    </message>
    <message>
        <source>Check server…</source>
        <translation>서버 검사…</translation>
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
        <source>Compare with session…</source>
        <translation>세션과 비교…</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>잘라내기</translation>
    </message>
    <message>
        <source>Date and time, UTC</source>
        <translation>날짜와 시각(UTC)</translation>
    </message>
    <message>
        <source>Detail below or beside the rows</source>
        <translation>상세를 행 아래나 옆에 두기</translation>
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
        <source>Find…</source>
        <translation>찾기…</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>첫 행</translation>
    </message>
    <message>
        <source>Fold or open the drawer</source>
        <translation>서랍 접기 또는 펴기</translation>
    </message>
    <message>
        <source>Forward to next record</source>
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
        <source>Make pane narrower</source>
        <translation>창을 좁게</translation>
    </message>
    <message>
        <source>Make pane shorter</source>
        <translation>창을 낮게</translation>
    </message>
    <message>
        <source>Make pane taller</source>
        <translation>창을 높게</translation>
    </message>
    <message>
        <source>Make pane wider</source>
        <translation>창을 넓게</translation>
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
        <source>Maximise or restore pane</source>
        <translation>창 최대화 또는 되돌리기</translation>
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
        <source>Open in new window</source>
        <translation>새 창에서 열기</translation>
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
        <source>Panes</source>
        <translation>창</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>붙여넣기</translation>
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
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>배치 초기화</translation>
    </message>
    <message>
        <source>Restart or reconnect</source>
        <translation>다시 시작 또는 다시 연결</translation>
    </message>
    <message>
        <source>Row colours</source>
        <translation>행 색</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Run on another server and compare…</source>
        <translation>다른 서버에서도 실행하고 비교…</translation>
    </message>
    <message>
        <source>Run view</source>
        <translation>실행 보기</translation>
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
        <source>Select all</source>
        <translation>모두 선택</translation>
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
        <source>Set or clear time reference</source>
        <translation>기준 시각 설정 또는 해제</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>설정…</translation>
    </message>
    <message>
        <source>Show or hide the servers</source>
        <translation>서버 목록 보이기 또는 숨기기</translation>
    </message>
    <message>
        <source>Show selected value as column</source>
        <translation>선택한 값을 열로 추가</translation>
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
        <source>Since previous row</source>
        <translation>앞 행부터</translation>
    </message>
    <message>
        <source>Since start</source>
        <translation>시작부터</translation>
    </message>
    <message>
        <source>Since time reference</source>
        <translation>기준 행부터</translation>
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
        <source>Theme</source>
        <translation>테마</translation>
    </message>
    <message>
        <source>Theme: Dark</source>
        <translation>테마: 어둡게</translation>
    </message>
    <message>
        <source>Theme: Light</source>
        <translation>테마: 밝게</translation>
    </message>
    <message>
        <source>Theme: System</source>
        <translation>테마: 시스템</translation>
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
        <source>Traffic view</source>
        <translation>트래픽 보기</translation>
    </message>
    <message>
        <source>Try the demo server</source>
        <translation>데모 서버 써 보기</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
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
        <source>What&apos;s this?</source>
        <translation>이것은 무엇인가요?</translation>
    </message>
    <message>
        <source>What&apos;s this? (click a control)</source>
        <translation>이것은 무엇인가요? 눌러서 묻기</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>배율</translation>
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
        <source>Add a column</source>
        <translation>열 추가</translation>
    </message>
    <message>
        <source>Calls show the value from the request or, if it is not there, from the response.</source>
        <translation>호출인 행은 요청의 값을, 없으면 응답의 값을 보여 줍니다.</translation>
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
        <source>Enter adds and connects · Shift+Enter adds a line</source>
        <translation>Enter로 추가하고 연결 · Shift+Enter로 줄 바꿈</translation>
    </message>
    <message>
        <source>Enter shows what would run · Shift+Enter adds a line</source>
        <translation>Enter로 실행할 내용 확인 · Shift+Enter로 줄 바꿈</translation>
    </message>
    <message>
        <source>Paste a command, a URL or JSON:</source>
        <translation>명령, URL 또는 JSON을 붙여 넣으세요:</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>검토…</translation>
    </message>
    <message>
        <source>a registry entry (server.json)</source>
        <translation>레지스트리 항목(server.json)</translation>
    </message>
    <message>
        <source>{}   a server file</source>
        <translation>{}   서버 파일</translation>
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
        <source>No suggestions from the server.</source>
        <translation>서버의 제안이 없습니다.</translation>
    </message>
    <message>
        <source>Suggestions from the server (Down or Ctrl+Space)</source>
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
        <source>{0}, more available</source>
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
        <source>F4 switches between form and JSON</source>
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
    <name>Auth</name>
    <message>
        <source>&quot;auth&quot; must be an object</source>
        <translation>&quot;auth&quot;는 객체여야 합니다</translation>
    </message>
    <message>
        <source>&quot;auth&quot;: &quot;{member}&quot; must be one of {value}</source>
        <translation>&quot;auth&quot;: &quot;{member}&quot;은(는) {value} 가운데 하나여야 합니다</translation>
    </message>
    <message>
        <source>&quot;auth&quot;: &quot;{}&quot; must be a string</source>
        <translation>&quot;auth&quot;: &quot;{}&quot;은(는) 문자열이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;auth&quot;: &quot;{}&quot; must be true or false</source>
        <translation>&quot;auth&quot;: &quot;{}&quot;은(는) 참이나 거짓이어야 합니다</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(없음)</translation>
    </message>
    <message>
        <source>(not specified)</source>
        <translation>(지정되지 않음)</translation>
    </message>
    <message>
        <source>A 403 for missing scopes should name {}.</source>
        <translation>스코프가 모자라 403을 보낼 때는 {}을(를) 말해야 합니다.</translation>
    </message>
    <message>
        <source>A server of {} must publish protected resource metadata (RFC 9728).</source>
        <translation>{}의 서버는 보호된 리소스 메타데이터를 공개해야 합니다(RFC 9728).</translation>
    </message>
    <message>
        <source>A server that claims another resource could collect tokens meant for it.</source>
        <translation>다른 리소스를 사칭하는 서버가 그 리소스의 토큰을 모을 수 있습니다.</translation>
    </message>
    <message>
        <source>Are the endpoints safe to use?</source>
        <translation>엔드포인트를 안전하게 쓸 수 있는가?</translation>
    </message>
    <message>
        <source>Authorization request</source>
        <translation>인가 요청</translation>
    </message>
    <message>
        <source>Authorization server metadata</source>
        <translation>인가 서버 메타데이터</translation>
    </message>
    <message>
        <source>Authorization with {netloc} failed at “{title}”: {why}</source>
        <translation>{netloc}의 인가가 “{title}”에서 실패했습니다: {why}</translation>
    </message>
    <message>
        <source>Check its address, or enter its token endpoint in the settings.</source>
        <translation>주소를 확인하거나 토큰 엔드포인트를 설정에 넣으세요.</translation>
    </message>
    <message>
        <source>Check its issuer and token endpoint in this server&apos;s settings.</source>
        <translation>이 서버의 설정에서 발급자와 토큰 엔드포인트를 확인하세요.</translation>
    </message>
    <message>
        <source>Check that it is running and reachable, then try again.</source>
        <translation>서버가 실행 중이고 여기서 닿는지 확인한 뒤 다시 시도하세요.</translation>
    </message>
    <message>
        <source>Check that the authorization server is running, and that its address is correct.</source>
        <translation>인가 서버가 실행 중인지, 주소가 맞는지 확인하세요.</translation>
    </message>
    <message>
        <source>Check the client ID, its secret or key, and its authentication method.</source>
        <translation>클라이언트 ID, 비밀 값 또는 키, 인증 방법을 확인하세요.</translation>
    </message>
    <message>
        <source>Choose API key in this server&apos;s authorization, with the header {}.</source>
        <translation>이 서버의 인가에서 API 키를 고르고 헤더를 {}(으)로 두세요.</translation>
    </message>
    <message>
        <source>Client registration</source>
        <translation>클라이언트 등록</translation>
    </message>
    <message>
        <source>Clients of 2025-06-18 only look at the RFC 8414 address.</source>
        <translation>2025-06-18의 클라이언트는 RFC 8414의 위치만 봅니다.</translation>
    </message>
    <message>
        <source>Correct it in the settings.</source>
        <translation>설정에서 고치세요.</translation>
    </message>
    <message>
        <source>Correct its URL in the settings.</source>
        <translation>설정에서 URL을 고치세요.</translation>
    </message>
    <message>
        <source>Credentials for one authorization server are never sent to another.</source>
        <translation>한 인가 서버의 자격 증명은 다른 인가 서버에 보내지 않습니다.</translation>
    </message>
    <message>
        <source>DPoP was requested, but the token is not bound to a key.</source>
        <translation>DPoP를 요청했는데 키에 묶이지 않은 토큰을 받았습니다.</translation>
    </message>
    <message>
        <source>Deleted locally.</source>
        <translation>로컬에서 삭제했습니다.</translation>
    </message>
    <message>
        <source>Does the metadata belong to this server?</source>
        <translation>메타데이터가 이 서버의 것인가?</translation>
    </message>
    <message>
        <source>Enter it as subject token in this server&apos;s settings.</source>
        <translation>이 서버의 설정에 주체 토큰으로 넣으세요.</translation>
    </message>
    <message>
        <source>Enter its client ID, and its secret or private key, in this server&apos;s settings.</source>
        <translation>클라이언트 ID와 비밀 값 또는 개인 키를 이 서버의 설정에 넣으세요.</translation>
    </message>
    <message>
        <source>Enter its issuer or its token endpoint in this server&apos;s settings.</source>
        <translation>발급자나 토큰 엔드포인트를 이 서버의 설정에 넣으세요.</translation>
    </message>
    <message>
        <source>Enter your ID token as subject token in this server&apos;s settings.</source>
        <translation>ID 토큰을 이 서버의 설정에 주체 토큰으로 넣으세요.</translation>
    </message>
    <message>
        <source>Enterprise identity assertion</source>
        <translation>기업의 ID 확인서</translation>
    </message>
    <message>
        <source>Found at {}.</source>
        <translation>{}에서 찾았습니다.</translation>
    </message>
    <message>
        <source>Found at {}; its issuer matches.</source>
        <translation>{}에서 찾았으며 발급자가 일치합니다.</translation>
    </message>
    <message>
        <source>HTTP {}</source>
        <translation>HTTP {}</translation>
    </message>
    <message>
        <source>If the server has moved, change or clear the authorization server in its settings.</source>
        <translation>서버가 옮겨 갔다면 설정의 인가 서버를 바꾸거나 비우세요.</translation>
    </message>
    <message>
        <source>If the server has moved, register there and change the client ID in its settings.</source>
        <translation>서버가 옮겨 갔다면 그곳에 등록하고 설정의 클라이언트 ID를 바꾸세요.</translation>
    </message>
    <message>
        <source>If this is intended, set it in this server&apos;s settings.</source>
        <translation>의도한 것이라면 이 서버의 설정에 직접 넣으세요.</translation>
    </message>
    <message>
        <source>If this is your own server, allow plain http in its settings.</source>
        <translation>자신의 서버라면 설정에서 암호화 없는 http를 허용하세요.</translation>
    </message>
    <message>
        <source>Ignored a response with a different state. Still waiting.</source>
        <translation>state가 다른 응답을 무시했습니다. 계속 기다립니다.</translation>
    </message>
    <message>
        <source>In the document, {}.</source>
        <translation>문서에서 {}.</translation>
    </message>
    <message>
        <source>It asks for offline_access, which only concerns the client and the authorization server.</source>
        <translation>offline_access를 요구하는데, 이는 클라이언트와 인가 서버 사이의 스코프입니다.</translation>
    </message>
    <message>
        <source>It does not advertise support for identity assertions (authorization_grant_profiles_supported).</source>
        <translation>ID 확인서(identity assertion)를 지원한다고 알리지 않습니다(authorization_grant_profiles_supported).</translation>
    </message>
    <message>
        <source>It does not belong to this sign-in.</source>
        <translation>이 로그인에 속하지 않습니다.</translation>
    </message>
    <message>
        <source>It does not list the grant {}.</source>
        <translation>목록에 그랜트 {}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>It does not offer registration.</source>
        <translation>등록을 제공하지 않습니다.</translation>
    </message>
    <message>
        <source>It does not offer registration: it reads client information from a document on the web.</source>
        <translation>등록은 제공하지 않고, 웹에 있는 문서에서 클라이언트 정보를 읽습니다.</translation>
    </message>
    <message>
        <source>It has no WWW-Authenticate header, so it does not say where to authorize.</source>
        <translation>WWW-Authenticate 헤더가 없어 어디서 인가받을지 말하지 않습니다.</translation>
    </message>
    <message>
        <source>It is a JWT whose audience (aud) is not this server: the server should reject it.</source>
        <translation>JWT인데 대상(aud)이 이 서버가 아닙니다. 서버는 거부해야 합니다.</translation>
    </message>
    <message>
        <source>It is not bound to this program&apos;s key, although a proof was sent.</source>
        <translation>증명을 보냈는데도 이 프로그램의 키에 묶여 있지 않습니다.</translation>
    </message>
    <message>
        <source>It lists offline_access, which is not a scope of a resource.</source>
        <translation>offline_access가 목록에 있는데, 이는 리소스의 스코프가 아닙니다.</translation>
    </message>
    <message>
        <source>It may come from an earlier attempt, or from someone injecting a code.</source>
        <translation>이전 시도에서 왔거나, 누군가 코드를 주입하려는 것일 수 있습니다.</translation>
    </message>
    <message>
        <source>It may have expired, been revoked, or belong to another server: sign in, or change it.</source>
        <translation>만료되었거나 폐기되었거나 다른 서버의 것일 수 있습니다. 로그인하거나 바꾸세요.</translation>
    </message>
    <message>
        <source>It must be at one of the addresses below (RFC 8414 or OpenID Connect Discovery).</source>
        <translation>아래 주소 가운데 하나에 있어야 합니다(RFC 8414 또는 OpenID Connect Discovery).</translation>
    </message>
    <message>
        <source>It must know this client in advance.</source>
        <translation>이 클라이언트가 미리 등록되어 있어야 합니다.</translation>
    </message>
    <message>
        <source>It offers dynamic registration, which the settings do not allow.</source>
        <translation>동적 등록을 제공하지만 설정에서 허용하지 않습니다.</translation>
    </message>
    <message>
        <source>It only contains {}.</source>
        <translation>{}만 있습니다.</translation>
    </message>
    <message>
        <source>It registered a different redirect URI.</source>
        <translation>다른 리디렉션 URI를 등록했습니다.</translation>
    </message>
    <message>
        <source>It says {}</source>
        <translation>응답: {}</translation>
    </message>
    <message>
        <source>It sends iss without advertising it.</source>
        <translation>iss를 보내지만 지원한다고 알리지 않습니다.</translation>
    </message>
    <message>
        <source>It should list private_key_jwt or client_secret_basic for client credentials.</source>
        <translation>클라이언트 자격 증명에는 private_key_jwt나 client_secret_basic이 목록에 있어야 합니다.</translation>
    </message>
    <message>
        <source>It should list the algorithms of private_key_jwt.</source>
        <translation>private_key_jwt의 알고리즘이 목록에 있어야 합니다.</translation>
    </message>
    <message>
        <source>It supports dynamic registration, but no client ID metadata documents.</source>
        <translation>동적 등록은 지원하지만 클라이언트 ID 메타데이터 문서는 지원하지 않습니다.</translation>
    </message>
    <message>
        <source>It supports no DPoP algorithm this program supports.</source>
        <translation>이 프로그램이 지원하는 DPoP 알고리즘을 지원하지 않습니다.</translation>
    </message>
    <message>
        <source>Its iss must equal the issuer, character for character (RFC 9207); this may be an attack.</source>
        <translation>iss는 발급자와 글자까지 같아야 합니다(RFC 9207). 공격일 수 있습니다.</translation>
    </message>
    <message>
        <source>Its issuer should be {}.</source>
        <translation>발급자는 {}이어야 합니다.</translation>
    </message>
    <message>
        <source>Its metadata must have the issuer {}, character for character; other documents are not used (RFC 8414 §3.3).</source>
        <translation>메타데이터의 발급자가 {}와(과) 글자까지 같아야 합니다. 다른 문서는 쓰지 않습니다(RFC 8414 §3.3).</translation>
    </message>
    <message>
        <source>Its response is below.</source>
        <translation>응답은 아래에 있습니다.</translation>
    </message>
    <message>
        <source>Its token_type should be N_A: the assertion is not an access token.</source>
        <translation>확인서는 액세스 토큰이 아니므로 token_type은 N_A여야 합니다.</translation>
    </message>
    <message>
        <source>JWT claims</source>
        <translation>JWT 클레임</translation>
    </message>
    <message>
        <source>JWT typ</source>
        <translation>JWT typ</translation>
    </message>
    <message>
        <source>JWT {}</source>
        <translation>JWT {}</translation>
    </message>
    <message>
        <source>MCP Desktop Inspector has the response and continues.</source>
        <translation>MCP Desktop Inspector가 응답을 받아 계속합니다.</translation>
    </message>
    <message>
        <source>MCP Desktop Inspector shows why. You can close this page.</source>
        <translation>이유는 MCP Desktop Inspector에 나옵니다. 이 페이지를 닫아도 됩니다.</translation>
    </message>
    <message>
        <source>MCP authorization: authorization code protection; RFC 7636 §4.2</source>
        <translation>MCP 인가: 인가 코드 보호; RFC 7636 §4.2</translation>
    </message>
    <message>
        <source>MCP authorization: authorization server discovery; RFC 9728 §3</source>
        <translation>MCP 인가: 인가 서버 찾기; RFC 9728 §3</translation>
    </message>
    <message>
        <source>MCP authorization: client registration; RFC 7591</source>
        <translation>MCP 인가: 클라이언트 등록; RFC 7591</translation>
    </message>
    <message>
        <source>MCP authorization: communication security</source>
        <translation>MCP 인가: 통신 보안</translation>
    </message>
    <message>
        <source>MCP authorization: scope selection strategy; RFC 6750 §3</source>
        <translation>MCP 인가: 스코프 선택; RFC 6750 §3</translation>
    </message>
    <message>
        <source>MCP authorization; RFC 8414 §3, OpenID Connect Discovery §4</source>
        <translation>MCP 인가; RFC 8414 §3, OpenID Connect Discovery §4</translation>
    </message>
    <message>
        <source>MCP authorization; RFC 9110 §11.6.1, RFC 6750 §3</source>
        <translation>MCP 인가; RFC 9110 §11.6.1, RFC 6750 §3</translation>
    </message>
    <message>
        <source>MCP enterprise-managed authorization; RFC 8693 §2</source>
        <translation>MCP 기업 관리 인가; RFC 8693 §2</translation>
    </message>
    <message>
        <source>Malformed: {}.</source>
        <translation>형식 오류: {}.</translation>
    </message>
    <message>
        <source>No authorization server is set: the client ID is sent to any that the server names.</source>
        <translation>설정에 인가 서버가 없습니다. 서버가 지정하는 인가 서버에 클라이언트 ID를 보냅니다.</translation>
    </message>
    <message>
        <source>No scopes: none are specified.</source>
        <translation>지정된 스코프가 없어 생략합니다.</translation>
    </message>
    <message>
        <source>None found: using the default paths of 2025-03-26.</source>
        <translation>없어서 2025-03-26의 기본 경로를 씁니다.</translation>
    </message>
    <message>
        <source>Not advertised.</source>
        <translation>알리지 않음.</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>허용되지 않음</translation>
    </message>
    <message>
        <source>Not found.</source>
        <translation>찾지 못함.</translation>
    </message>
    <message>
        <source>Not granted: {}.</source>
        <translation>승인되지 않음: {}.</translation>
    </message>
    <message>
        <source>Not protected.</source>
        <translation>보호되지 않음.</translation>
    </message>
    <message>
        <source>Not revoked: {}.</source>
        <translation>폐기하지 못함: {}.</translation>
    </message>
    <message>
        <source>Not signed in</source>
        <translation>로그인 안 됨</translation>
    </message>
    <message>
        <source>Not the expected response</source>
        <translation>예상한 응답이 아닙니다</translation>
    </message>
    <message>
        <source>Nothing here</source>
        <translation>여기에는 아무것도 없습니다</translation>
    </message>
    <message>
        <source>PKCE with S256</source>
        <translation>S256을 쓰는 PKCE</translation>
    </message>
    <message>
        <source>Protected resource metadata</source>
        <translation>보호된 리소스 메타데이터</translation>
    </message>
    <message>
        <source>Publish a client ID metadata document and enter its URL in this server&apos;s settings, or register a client manually and enter its client ID.</source>
        <translation>클라이언트 ID 메타데이터 문서를 웹에 올리고 그 URL을 이 서버의 설정에 넣으세요. 또는 클라이언트를 직접 등록하고 클라이언트 ID를 넣으세요.</translation>
    </message>
    <message>
        <source>RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2</source>
        <translation>RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2</translation>
    </message>
    <message>
        <source>RFC 6749 §4.1.2, RFC 9207 §2.4</source>
        <translation>RFC 6749 §4.1.2, RFC 9207 §2.4</translation>
    </message>
    <message>
        <source>RFC 6749 §4.1.3, RFC 8707 §2.2</source>
        <translation>RFC 6749 §4.1.3, RFC 8707 §2.2</translation>
    </message>
    <message>
        <source>RFC 6749 §6</source>
        <translation>RFC 6749 §6</translation>
    </message>
    <message>
        <source>RFC 7009 §2</source>
        <translation>RFC 7009 §2</translation>
    </message>
    <message>
        <source>RFC 9728 §3.3, §7.3</source>
        <translation>RFC 9728 §3.3, §7.3</translation>
    </message>
    <message>
        <source>Ready to open in the browser.</source>
        <translation>브라우저에서 열 준비가 되었습니다.</translation>
    </message>
    <message>
        <source>Received a new token.</source>
        <translation>새 토큰을 받았습니다.</translation>
    </message>
    <message>
        <source>Received a {} token.</source>
        <translation>{} 토큰을 받았습니다.</translation>
    </message>
    <message>
        <source>Received an identity assertion for the authorization server.</source>
        <translation>인가 서버용 ID 확인서를 받았습니다.</translation>
    </message>
    <message>
        <source>Register a client there manually and enter its client ID in this server&apos;s settings.</source>
        <translation>그곳에서 클라이언트를 직접 등록하고 그 클라이언트 ID를 이 서버의 설정에 넣으세요.</translation>
    </message>
    <message>
        <source>Report it to the operator of the authorization server, or turn off DPoP in the settings.</source>
        <translation>인가 서버의 운영자에게 알리거나, 설정에서 DPoP를 끄세요.</translation>
    </message>
    <message>
        <source>Report it to the operator of the server; no setting here can fix it.</source>
        <translation>서버의 운영자에게 알리세요. 여기서 설정으로 고칠 수 없습니다.</translation>
    </message>
    <message>
        <source>Request other scopes in this server&apos;s settings.</source>
        <translation>이 서버의 설정에서 다른 스코프를 요청하세요.</translation>
    </message>
    <message>
        <source>Requested scopes</source>
        <translation>요청할 스코프</translation>
    </message>
    <message>
        <source>Response through the browser</source>
        <translation>브라우저를 통한 응답</translation>
    </message>
    <message>
        <source>Revoked and deleted locally.</source>
        <translation>폐기하고 로컬에서도 삭제했습니다.</translation>
    </message>
    <message>
        <source>S256 is supported and used.</source>
        <translation>S256을 지원하며 사용합니다.</translation>
    </message>
    <message>
        <source>Scopes from the challenge.</source>
        <translation>챌린지의 스코프.</translation>
    </message>
    <message>
        <source>Scopes from the server&apos;s metadata.</source>
        <translation>서버 메타데이터의 스코프.</translation>
    </message>
    <message>
        <source>Scopes from the settings.</source>
        <translation>설정의 스코프.</translation>
    </message>
    <message>
        <source>Set it in this server&apos;s settings, if you know it.</source>
        <translation>안다면 이 서버의 설정에 넣으세요.</translation>
    </message>
    <message>
        <source>Set the authorization server in this server&apos;s settings, if you know it.</source>
        <translation>안다면 이 서버의 설정에 인가 서버를 넣으세요.</translation>
    </message>
    <message>
        <source>Sign in again, or change the scopes or the client in this server&apos;s settings.</source>
        <translation>다시 로그인하거나 이 서버의 설정에서 스코프나 클라이언트를 바꾸세요.</translation>
    </message>
    <message>
        <source>Sign in again.</source>
        <translation>다시 로그인하세요.</translation>
    </message>
    <message>
        <source>Sign in from the app window.</source>
        <translation>프로그램 창에서 로그인하세요.</translation>
    </message>
    <message>
        <source>Started manually; no request was rejected.</source>
        <translation>직접 시작했습니다. 거부된 요청은 없습니다.</translation>
    </message>
    <message>
        <source>State and issuer match.</source>
        <translation>state와 발급자가 일치합니다.</translation>
    </message>
    <message>
        <source>The access token was not revoked: {}.</source>
        <translation>액세스 토큰을 폐기하지 못했습니다: {}.</translation>
    </message>
    <message>
        <source>The authorization server advertises that every response includes it (iss, RFC 9207).</source>
        <translation>인가 서버는 모든 응답에 이것을 넣는다고 알렸습니다(iss, RFC 9207).</translation>
    </message>
    <message>
        <source>The authorization server does not advertise DPoP.</source>
        <translation>인가 서버가 DPoP를 지원한다고 알리지 않습니다.</translation>
    </message>
    <message>
        <source>The authorization server does not advertise PKCE; S256 is used anyway.</source>
        <translation>인가 서버가 PKCE를 지원한다고 알리지 않습니다. 그래도 S256을 씁니다.</translation>
    </message>
    <message>
        <source>The authorization server does not advertise PKCE; continuing, because the settings allow it. S256 is sent anyway.</source>
        <translation>인가 서버가 PKCE를 지원한다고 알리지 않지만 설정에서 허용하므로 계속합니다. 그래도 S256을 보냅니다.</translation>
    </message>
    <message>
        <source>The authorization server does not know this MCP server as a resource.</source>
        <translation>인가 서버가 이 MCP 서버를 리소스로 알지 못합니다.</translation>
    </message>
    <message>
        <source>The authorization server does not list {}.</source>
        <translation>인가 서버의 목록에 {}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The authorization server does not support S256; continuing, because the settings allow it. S256 is sent anyway.</source>
        <translation>인가 서버가 S256을 지원하지 않지만 설정에서 허용하므로 계속합니다. 그래도 S256을 보냅니다.</translation>
    </message>
    <message>
        <source>The authorization server does not support client ID metadata documents.</source>
        <translation>인가 서버가 클라이언트 ID 메타데이터 문서를 지원하지 않습니다.</translation>
    </message>
    <message>
        <source>The authorization server does not support this; choose another method.</source>
        <translation>인가 서버가 이 방법을 지원하지 않습니다. 다른 방법을 고르세요.</translation>
    </message>
    <message>
        <source>The authorization server offers no revocation; the token is deleted locally.</source>
        <translation>인가 서버가 폐기를 제공하지 않아 로컬에서만 삭제합니다.</translation>
    </message>
    <message>
        <source>The challenge should have named this address (resource_metadata).</source>
        <translation>챌린지가 이 주소를 알려야 했습니다(resource_metadata).</translation>
    </message>
    <message>
        <source>The client {client_id} is registered at {issuer}, not at {other}.</source>
        <translation>클라이언트 {client_id}은(는) {other}이(가) 아니라 {issuer}에 등록되어 있습니다.</translation>
    </message>
    <message>
        <source>The credential has expired, was already used or is not for this client: sign in again.</source>
        <translation>자격 증명이 만료되었거나, 이미 사용되었거나, 이 클라이언트의 것이 아닙니다. 다시 로그인하세요.</translation>
    </message>
    <message>
        <source>The metadata contains no authorization server; using the one from the settings.</source>
        <translation>메타데이터에 인가 서버가 없어 설정의 것을 씁니다.</translation>
    </message>
    <message>
        <source>The platform&apos;s token identifies this client; no client ID is needed.</source>
        <translation>플랫폼의 토큰이 이 클라이언트를 식별하므로 클라이언트 ID가 필요 없습니다.</translation>
    </message>
    <message>
        <source>The refresh token was not revoked: {}.</source>
        <translation>리프레시 토큰을 폐기하지 못했습니다: {}.</translation>
    </message>
    <message>
        <source>The refresh token was not rotated; that of a public client should change each time.</source>
        <translation>리프레시 토큰이 교체되지 않았습니다. 공개 클라이언트의 토큰은 매번 바뀌어야 합니다.</translation>
    </message>
    <message>
        <source>The response is discarded.</source>
        <translation>응답을 버립니다.</translation>
    </message>
    <message>
        <source>The response is discarded. Report this to the operator of the authorization server.</source>
        <translation>응답을 버립니다. 인가 서버의 운영자에게 알리세요.</translation>
    </message>
    <message>
        <source>The response to a registration must be 201.</source>
        <translation>등록에는 201로 응답해야 합니다.</translation>
    </message>
    <message>
        <source>The server has none. As in 2025-03-26, the server itself is used as the authorization server.</source>
        <translation>서버에는 없습니다. 2025-03-26에서처럼 서버 자신을 인가 서버로 봅니다.</translation>
    </message>
    <message>
        <source>The server has none; using the authorization server from the settings.</source>
        <translation>서버에는 없어서 설정의 인가 서버를 씁니다.</translation>
    </message>
    <message>
        <source>The server requires DPoP, but it is set to never.</source>
        <translation>서버는 DPoP를 요구하는데 설정에서 쓰지 않도록 되어 있습니다.</translation>
    </message>
    <message>
        <source>The server requires an access token.</source>
        <translation>서버가 액세스 토큰을 요구합니다.</translation>
    </message>
    <message>
        <source>The server requires more scopes than the token has.</source>
        <translation>서버가 토큰에 있는 것보다 더 많은 스코프를 요구합니다.</translation>
    </message>
    <message>
        <source>The server responded {}.</source>
        <translation>서버가 {}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>The server&apos;s challenge</source>
        <translation>서버의 챌린지</translation>
    </message>
    <message>
        <source>The state matches.</source>
        <translation>state가 일치합니다.</translation>
    </message>
    <message>
        <source>The token_type is missing; Bearer is assumed.</source>
        <translation>token_type이 없어 Bearer로 봅니다.</translation>
    </message>
    <message>
        <source>The {name} {url} is not used: {reason}.</source>
        <translation>{name} {url}을(를) 쓰지 않습니다: {reason}.</translation>
    </message>
    <message>
        <source>There is no metadata to compare.</source>
        <translation>대조할 메타데이터가 없습니다.</translation>
    </message>
    <message>
        <source>There is none at the address the server names.</source>
        <translation>서버가 지정한 주소에 없습니다.</translation>
    </message>
    <message>
        <source>This address accepts the end of one sign-in by GET.</source>
        <translation>이 주소는 GET으로 한 번의 로그인 끝을 받습니다.</translation>
    </message>
    <message>
        <source>This address only accepts the end of one sign-in.</source>
        <translation>이 주소는 로그인 한 번의 완료만 받습니다.</translation>
    </message>
    <message>
        <source>This address only responds to its own host name.</source>
        <translation>이 주소는 자기 이름에만 답합니다.</translation>
    </message>
    <message>
        <source>This client is not allowed to use this grant; the operator of the server can allow it.</source>
        <translation>이 클라이언트는 이 그랜트를 쓸 수 없습니다. 서버의 운영자가 허용할 수 있습니다.</translation>
    </message>
    <message>
        <source>To continue for debugging, allow it in this server&apos;s settings.</source>
        <translation>디버깅을 위해 계속하려면 이 서버의 설정에서 허용하세요.</translation>
    </message>
    <message>
        <source>Token refresh</source>
        <translation>토큰 갱신</translation>
    </message>
    <message>
        <source>Token request</source>
        <translation>토큰 요청</translation>
    </message>
    <message>
        <source>Try again, or change this server&apos;s settings.</source>
        <translation>다시 시도하거나 이 서버의 설정을 바꾸세요.</translation>
    </message>
    <message>
        <source>Try again; if it keeps failing, report it to the operator of the authorization server.</source>
        <translation>다시 시도하고, 계속 그러면 인가 서버의 운영자에게 알리세요.</translation>
    </message>
    <message>
        <source>Using {}.</source>
        <translation>{} 사용.</translation>
    </message>
    <message>
        <source>Without PKCE, anyone could redeem a stolen code; clients must refuse to continue (code_challenge_methods_supported must list S256).</source>
        <translation>PKCE가 없으면 훔친 코드를 누구나 쓸 수 있으므로 클라이언트는 진행을 거부해야 합니다(code_challenge_methods_supported에 S256이 있어야 합니다).</translation>
    </message>
    <message>
        <source>Write the header as “Bearer KEY”.</source>
        <translation>헤더를 “Bearer 키” 형식으로 쓰세요.</translation>
    </message>
    <message>
        <source>Wrong host name</source>
        <translation>잘못된 호스트 이름</translation>
    </message>
    <message>
        <source>Yes.</source>
        <translation>예.</translation>
    </message>
    <message>
        <source>Yes. Using the first of {} authorization servers.</source>
        <translation>예. 인가 서버 {}개 가운데 첫 번째를 씁니다.</translation>
    </message>
    <message>
        <source>You can close this page</source>
        <translation>이 페이지를 닫아도 됩니다</translation>
    </message>
    <message>
        <source>a new {} key</source>
        <translation>새 {} 키</translation>
    </message>
    <message>
        <source>a private key of this type cannot sign a JWT</source>
        <translation>JWT에 서명할 수 없는 종류의 개인 키입니다</translation>
    </message>
    <message>
        <source>authorization server</source>
        <translation>인가 서버</translation>
    </message>
    <message>
        <source>authorization server offered</source>
        <translation>제시된 인가 서버</translation>
    </message>
    <message>
        <source>authorization server {issuer} is not used: {reason}.</source>
        <translation>인가 서버 {issuer}을(를) 쓰지 않습니다: {reason}.</translation>
    </message>
    <message>
        <source>authorization_servers is missing or empty</source>
        <translation>authorization_servers가 없거나 비어 있음</translation>
    </message>
    <message>
        <source>cannot send the request: {}</source>
        <translation>요청을 보낼 수 없음: {}</translation>
    </message>
    <message>
        <source>client ID metadata document</source>
        <translation>클라이언트 ID 메타데이터 문서</translation>
    </message>
    <message>
        <source>client credentials require a pre-registered client.</source>
        <translation>클라이언트 자격 증명에는 미리 등록된 클라이언트가 필요합니다.</translation>
    </message>
    <message>
        <source>contains a user name or password</source>
        <translation>사용자 이름이나 비밀번호가 들어 있습니다</translation>
    </message>
    <message>
        <source>contains spaces or control characters</source>
        <translation>공백이나 제어 문자가 들어 있습니다</translation>
    </message>
    <message>
        <source>describes a different origin</source>
        <translation>다른 출처에 관한 것임</translation>
    </message>
    <message>
        <source>describes a different path</source>
        <translation>다른 경로에 관한 것임</translation>
    </message>
    <message>
        <source>describes a different query</source>
        <translation>다른 쿼리에 관한 것임</translation>
    </message>
    <message>
        <source>different origin</source>
        <translation>다른 출처</translation>
    </message>
    <message>
        <source>different origin than the issuer</source>
        <translation>발급자와 다른 출처임</translation>
    </message>
    <message>
        <source>does not say which resource it describes</source>
        <translation>어느 리소스에 관한 것인지 말하지 않음</translation>
    </message>
    <message>
        <source>duplicate {}</source>
        <translation>중복된 {}</translation>
    </message>
    <message>
        <source>endless redirects</source>
        <translation>끝없는 리디렉션</translation>
    </message>
    <message>
        <source>expected issuer</source>
        <translation>예상한 발급자</translation>
    </message>
    <message>
        <source>expires in</source>
        <translation>남은 유효 시간</translation>
    </message>
    <message>
        <source>expires_in is a string; it should be a number.</source>
        <translation>expires_in이 문자열입니다. 숫자여야 합니다.</translation>
    </message>
    <message>
        <source>expires_in is {}.</source>
        <translation>expires_in은 {}입니다.</translation>
    </message>
    <message>
        <source>found</source>
        <translation>찾음</translation>
    </message>
    <message>
        <source>has . or .. in its path</source>
        <translation>경로에 . 또는 ..이 있음</translation>
    </message>
    <message>
        <source>has a fragment or a user name</source>
        <translation>프래그먼트나 사용자 이름이 있음</translation>
    </message>
    <message>
        <source>has no client_id</source>
        <translation>client_id가 없음</translation>
    </message>
    <message>
        <source>has no path</source>
        <translation>경로가 없음</translation>
    </message>
    <message>
        <source>identity assertion</source>
        <translation>ID 확인서</translation>
    </message>
    <message>
        <source>identity provider {} has no metadata.</source>
        <translation>ID 공급자 {}에 자신의 메타데이터가 없습니다.</translation>
    </message>
    <message>
        <source>iss:      {said}
expected: {issuer}</source>
        <translation>iss:  {said}
예상:  {issuer}</translation>
    </message>
    <message>
        <source>issued_token_type is {issued_token_type}; {id_jag} is required.</source>
        <translation>issued_token_type이 {issued_token_type}입니다. {id_jag}이(가) 필요합니다.</translation>
    </message>
    <message>
        <source>its algorithm</source>
        <translation>알고리즘</translation>
    </message>
    <message>
        <source>its issuer is {}: discarded</source>
        <translation>발급자가 {}: 버림</translation>
    </message>
    <message>
        <source>its resource has a fragment</source>
        <translation>resource에 프래그먼트가 있음</translation>
    </message>
    <message>
        <source>its secret has expired</source>
        <translation>비밀 값이 만료됨</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>new</source>
        <translation>새로움</translation>
    </message>
    <message>
        <source>no response from the browser within {:g} s; sign in again</source>
        <translation>{:g}초 안에 브라우저에서 응답이 없었습니다. 다시 로그인하세요</translation>
    </message>
    <message>
        <source>no response from the browser: {}</source>
        <translation>브라우저에서 응답이 오지 않았습니다: {}</translation>
    </message>
    <message>
        <source>no response within {:g} s</source>
        <translation>{:g}초 안에 응답 없음</translation>
    </message>
    <message>
        <source>no response: {}</source>
        <translation>응답 없음: {}</translation>
    </message>
    <message>
        <source>not a JSON object</source>
        <translation>JSON 객체가 아님</translation>
    </message>
    <message>
        <source>not a challenge: {!r}</source>
        <translation>챌린지가 아님: {!r}</translation>
    </message>
    <message>
        <source>not an http or https URL</source>
        <translation>http 또는 https URL이 아닙니다</translation>
    </message>
    <message>
        <source>not an https URL</source>
        <translation>https URL이 아님</translation>
    </message>
    <message>
        <source>not found ({})</source>
        <translation>찾지 못함({})</translation>
    </message>
    <message>
        <source>not listed by the authorization server</source>
        <translation>인가 서버의 목록에 없음</translation>
    </message>
    <message>
        <source>not specified</source>
        <translation>지정되지 않음</translation>
    </message>
    <message>
        <source>not used again</source>
        <translation>다시 쓰지 않음</translation>
    </message>
    <message>
        <source>note</source>
        <translation>참고</translation>
    </message>
    <message>
        <source>plain http to another computer: anyone in between can read it</source>
        <translation>다른 컴퓨터로 가는 암호화 없는 http입니다. 중간에서 읽을 수 있습니다</translation>
    </message>
    <message>
        <source>points into a private network, unlike the server that names it</source>
        <translation>사설 네트워크를 가리키지만, 이 URL을 준 서버는 사설 네트워크에 있지 않습니다</translation>
    </message>
    <message>
        <source>port {port} of this computer, which receives the response, cannot be used: {error}</source>
        <translation>응답을 받을 이 컴퓨터의 포트 {port}을(를) 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>pre-registered</source>
        <translation>미리 등록됨</translation>
    </message>
    <message>
        <source>redirect URI {redirect_uri} does not lead to this computer; it must be http://{address}:PORT/… or http://localhost:PORT/…</source>
        <translation>리디렉션 URI {redirect_uri}이(가) 이 컴퓨터로 오지 않습니다. 가능한 것: http://{address}:PORT/… 또는 http://localhost:PORT/…</translation>
    </message>
    <message>
        <source>redirect URI {} is neither https nor on this computer.</source>
        <translation>리디렉션 URI {}이(가) https도 아니고 이 컴퓨터도 아닙니다.</translation>
    </message>
    <message>
        <source>redirects to another origin: not followed</source>
        <translation>다른 출처로 리디렉션: 따라가지 않음</translation>
    </message>
    <message>
        <source>redirects within its origin: followed</source>
        <translation>같은 출처로 리디렉션: 따라감</translation>
    </message>
    <message>
        <source>registered here before</source>
        <translation>전에 여기서 등록됨</translation>
    </message>
    <message>
        <source>registered now (RFC 7591)</source>
        <translation>지금 등록함(RFC 7591)</translation>
    </message>
    <message>
        <source>registered with a different redirect URI</source>
        <translation>다른 리디렉션 URI로 등록됨</translation>
    </message>
    <message>
        <source>requested before</source>
        <translation>전에 요청함</translation>
    </message>
    <message>
        <source>requires a nonce in the DPoP proof: sent again with it</source>
        <translation>DPoP 증명에 nonce를 요구함: 다시 보냄</translation>
    </message>
    <message>
        <source>requires {} at the token endpoint, but provides no secret</source>
        <translation>토큰 엔드포인트에서 {}을(를) 요구하면서 비밀 값을 주지 않음</translation>
    </message>
    <message>
        <source>requires {} at the token endpoint, which was not requested</source>
        <translation>요청하지 않은 {}을(를) 토큰 엔드포인트에서 요구함</translation>
    </message>
    <message>
        <source>resource: {resource}
server:   {server_url}</source>
        <translation>resource: {resource}
서버:      {server_url}</translation>
    </message>
    <message>
        <source>scope is a list; it should be a space-separated string.</source>
        <translation>scope가 목록입니다. 공백으로 구분한 문자열이어야 합니다.</translation>
    </message>
    <message>
        <source>server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>settings: {wanted}
server:   {offered}</source>
        <translation>설정:  {wanted}
서버:  {offered}</translation>
    </message>
    <message>
        <source>sign-in cancelled</source>
        <translation>로그인 취소됨</translation>
    </message>
    <message>
        <source>sign-in in a browser is required.</source>
        <translation>브라우저에서 로그인해야 합니다.</translation>
    </message>
    <message>
        <source>the Authorization header has a key without the word Bearer before it</source>
        <translation>Authorization 헤더의 키 앞에 Bearer가 없습니다</translation>
    </message>
    <message>
        <source>the access_token contains characters that are not allowed in a header.</source>
        <translation>access_token에 헤더에 담을 수 없는 문자가 있습니다.</translation>
    </message>
    <message>
        <source>the authorization server does not advertise PKCE.</source>
        <translation>인가 서버가 PKCE를 지원한다고 알리지 않습니다.</translation>
    </message>
    <message>
        <source>the authorization server does not support S256.</source>
        <translation>인가 서버가 S256을 지원하지 않습니다.</translation>
    </message>
    <message>
        <source>the authorization server has no {}.</source>
        <translation>인가 서버에 {}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>the authorization server rejected the registration.</source>
        <translation>인가 서버가 등록을 거부했습니다.</translation>
    </message>
    <message>
        <source>the authorization server returned {}.</source>
        <translation>인가 서버의 응답: {}.</translation>
    </message>
    <message>
        <source>the authorization server uses a different issuer.</source>
        <translation>인가 서버의 발급자가 다릅니다.</translation>
    </message>
    <message>
        <source>the authorization server {} does not know this client.</source>
        <translation>인가 서버 {}이(가) 이 클라이언트를 모릅니다.</translation>
    </message>
    <message>
        <source>the authorization server {} has no metadata.</source>
        <translation>인가 서버 {}에 메타데이터가 없습니다.</translation>
    </message>
    <message>
        <source>the client authenticates with a private key, but none is set</source>
        <translation>클라이언트가 개인 키로 인증하는데 설정에 개인 키가 없습니다</translation>
    </message>
    <message>
        <source>the code was already used; codes can be used only once.</source>
        <translation>코드를 이미 썼습니다. 코드는 한 번만 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>the credentials were rejected</source>
        <translation>자격 증명이 거부되었습니다</translation>
    </message>
    <message>
        <source>the identity provider at {url} is not used: {reason}.</source>
        <translation>{url}의 ID 공급자를 쓰지 않습니다: {reason}.</translation>
    </message>
    <message>
        <source>the identity provider did not return an identity assertion.</source>
        <translation>ID 공급자가 ID 확인서를 반환하지 않았습니다.</translation>
    </message>
    <message>
        <source>the identity provider is not set.</source>
        <translation>ID 공급자가 설정되지 않았습니다.</translation>
    </message>
    <message>
        <source>the identity provider needs to know who you are.</source>
        <translation>ID 공급자가 사용자를 확인해야 합니다.</translation>
    </message>
    <message>
        <source>the metadata contains no authorization server.</source>
        <translation>메타데이터에 인가 서버가 없습니다.</translation>
    </message>
    <message>
        <source>the metadata does not belong to this server: {}.</source>
        <translation>메타데이터가 이 서버의 것이 아닙니다: {}.</translation>
    </message>
    <message>
        <source>the private key cannot be read (PEM or JWK expected): {}</source>
        <translation>개인 키를 읽을 수 없습니다(PEM 또는 JWK여야 합니다): {}</translation>
    </message>
    <message>
        <source>the private key cannot sign with {algorithm}: {error}</source>
        <translation>개인 키로 {algorithm} 서명을 할 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>the registration cannot be used: {}.</source>
        <translation>등록을 쓸 수 없습니다: {}.</translation>
    </message>
    <message>
        <source>the response ({}) is not a token but a redirect, which is not followed.</source>
        <translation>응답({})이 토큰이 아닙니다. 리디렉션이며 따라가지 않습니다.</translation>
    </message>
    <message>
        <source>the response ({}) is not a token: a JSON object with access_token is expected.</source>
        <translation>응답({})이 토큰이 아닙니다. access_token이 있는 JSON 객체여야 합니다.</translation>
    </message>
    <message>
        <source>the response comes from a different authorization server.</source>
        <translation>다른 인가 서버에서 온 응답입니다.</translation>
    </message>
    <message>
        <source>the response contains neither a code nor an error.</source>
        <translation>답에 코드도 오류도 없습니다.</translation>
    </message>
    <message>
        <source>the response does not match this request: its state differs.</source>
        <translation>이 요청에 대한 응답이 아닙니다. state가 다릅니다.</translation>
    </message>
    <message>
        <source>the response does not say which authorization server it comes from.</source>
        <translation>답이 어느 인가 서버에서 왔는지 말하지 않습니다.</translation>
    </message>
    <message>
        <source>the response exceeds the maximum length</source>
        <translation>응답이 허용된 길이보다 깁니다</translation>
    </message>
    <message>
        <source>the response has no access_token.</source>
        <translation>응답에 access_token이 없습니다.</translation>
    </message>
    <message>
        <source>the server does not say which authorization server it trusts.</source>
        <translation>서버가 신뢰하는 인가 서버를 알리지 않습니다.</translation>
    </message>
    <message>
        <source>the server is not responding.</source>
        <translation>서버가 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>the server names different authorization servers than its settings here.</source>
        <translation>서버가 지정한 인가 서버가 여기의 설정과 다릅니다.</translation>
    </message>
    <message>
        <source>the server now names a different authorization server.</source>
        <translation>서버가 지정한 인가 서버가 전과 다릅니다.</translation>
    </message>
    <message>
        <source>the server requires a key in the header {}</source>
        <translation>서버가 {} 헤더에 키를 요구합니다</translation>
    </message>
    <message>
        <source>the token endpoint returned {}.</source>
        <translation>토큰 엔드포인트의 응답: {}.</translation>
    </message>
    <message>
        <source>the token endpoint sent no usable response.</source>
        <translation>토큰 엔드포인트의 응답을 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>the token is bound to a different key.</source>
        <translation>토큰이 다른 키에 묶여 있습니다.</translation>
    </message>
    <message>
        <source>the token is bound to a key, but no key was presented.</source>
        <translation>토큰이 키에 묶여 있는데 키를 제시하지 않았습니다.</translation>
    </message>
    <message>
        <source>the token was rejected</source>
        <translation>토큰이 거부되었습니다</translation>
    </message>
    <message>
        <source>the {name} is not used: {reason}.</source>
        <translation>{name}을(를) 쓰지 않습니다: {reason}.</translation>
    </message>
    <message>
        <source>there is no platform token to present.</source>
        <translation>제시할 플랫폼 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>there is no port {}</source>
        <translation>포트 {}이(가) 없음</translation>
    </message>
    <message>
        <source>there is no refresh token.</source>
        <translation>리프레시 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>unknown token type: {}.</source>
        <translation>알 수 없는 토큰 종류: {}.</translation>
    </message>
    <message>
        <source>unreadable content</source>
        <translation>읽을 수 없는 내용</translation>
    </message>
    <message>
        <source>unreadable from {!r} on</source>
        <translation>{!r}부터 읽을 수 없음</translation>
    </message>
    <message>
        <source>what {} requires</source>
        <translation>{}이(가) 요구하는 것</translation>
    </message>
    <message>
        <source>{cause} ({why})</source>
        <translation>{cause} ({why})</translation>
    </message>
    <message>
        <source>{text}… ({count} characters)</source>
        <translation>{text}… ({count}자)</translation>
    </message>
    <message>
        <source>{url} is not a client ID metadata document: {problem}.</source>
        <translation>{url}은(는) 클라이언트 ID 메타데이터 문서가 아닙니다: {problem}.</translation>
    </message>
    <message>
        <source>{url} was not requested: {reason}.</source>
        <translation>{url}은(는) 요청하지 않았습니다: {reason}.</translation>
    </message>
    <message>
        <source>{url}: issuer {issuer}</source>
        <translation>{url}: 발급자 {issuer}</translation>
    </message>
    <message>
        <source>{} is not a boolean</source>
        <translation>{}이(가) 불리언이 아님</translation>
    </message>
    <message>
        <source>{} is not a list of strings</source>
        <translation>{}이(가) 문자열 목록이 아님</translation>
    </message>
    <message>
        <source>{} is not a string</source>
        <translation>{}이(가) 문자열이 아님</translation>
    </message>
    <message>
        <source>{} is not quoted</source>
        <translation>{}에 따옴표가 없음</translation>
    </message>
    <message>
        <source>{}: missing closing quotation mark</source>
        <translation>{}: 닫는 따옴표가 없음</translation>
    </message>
</context>
<context>
    <name>AuthChoices</name>
    <message>
        <source>Continue without PKCE</source>
        <translation>PKCE 없이 계속</translation>
    </message>
    <message>
        <source>Request these</source>
        <translation>이것들을 요청</translation>
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
        <source>expired {} ago</source>
        <translation>{} 전에 만료됨</translation>
    </message>
    <message>
        <source>no expiry given</source>
        <translation>만료 시각 없음</translation>
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
        <source>Allow missing PKCE (unsafe)</source>
        <translation>PKCE가 없어도 허용(안전하지 않음)</translation>
    </message>
    <message>
        <source>Allow plain HTTP (unsafe)</source>
        <translation>암호화 없는 HTTP 허용(안전하지 않음)</translation>
    </message>
    <message>
        <source>Anyone on the network path can use the tokens.</source>
        <translation>네트워크 경로에 있는 누구나 토큰을 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>Anyone who sees the code in the browser can get a token with it.</source>
        <translation>브라우저에서 코드를 본 사람이 그것으로 토큰을 얻을 수 있습니다.</translation>
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
        <source>Client ID</source>
        <translation>클라이언트 ID</translation>
    </message>
    <message>
        <source>Client credentials (no user sign-in)</source>
        <translation>클라이언트 자격 증명(사용자 로그인 없음)</translation>
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
        <source>Enterprise-managed (identity provider)</source>
        <translation>기업 관리(ID 공급자)</translation>
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
        <source>Key ID</source>
        <translation>키 ID</translation>
    </message>
    <message>
        <source>Key algorithm</source>
        <translation>키 알고리즘</translation>
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
        <source>Register this app if it is unknown</source>
        <translation>이 프로그램이 등록되어 있지 않으면 등록</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>스코프</translation>
    </message>
    <message>
        <source>Secrets are kept in the secret store, not in the server list.</source>
        <translation>비밀 값은 서버 목록이 아니라 비밀 값 저장소에 보관됩니다.</translation>
    </message>
    <message>
        <source>Sign in with the browser when the server asks</source>
        <translation>서버가 요구하면 브라우저로 로그인</translation>
    </message>
    <message>
        <source>Subject token</source>
        <translation>주체 토큰</translation>
    </message>
    <message>
        <source>Token endpoint</source>
        <translation>토큰 엔드포인트</translation>
    </message>
    <message>
        <source>Token or key</source>
        <translation>토큰 또는 키</translation>
    </message>
    <message>
        <source>Token type</source>
        <translation>토큰 종류</translation>
    </message>
    <message>
        <source>URL of a client ID metadata document</source>
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
        <source>Workload identity (platform token)</source>
        <translation>워크로드 ID(플랫폼 토큰)</translation>
    </message>
    <message>
        <source>discovered from the identity provider if empty</source>
        <translation>비우면 ID 공급자에서 찾습니다</translation>
    </message>
    <message>
        <source>http://127.0.0.1:PORT/callback; a random port if empty</source>
        <translation>http://127.0.0.1:PORT/callback, 비우면 임의의 포트</translation>
    </message>
    <message>
        <source>if the client is already registered</source>
        <translation>클라이언트가 이미 등록되어 있을 때</translation>
    </message>
    <message>
        <source>issuer to use if the server names several or none</source>
        <translation>서버가 여러 개를 지정하거나 하나도 지정하지 않을 때 쓸 발급자</translation>
    </message>
    <message>
        <source>separated by spaces; the server&apos;s choice if empty</source>
        <translation>공백으로 구분, 비우면 서버가 정함</translation>
    </message>
    <message>
        <source>whatever the authorization server allows</source>
        <translation>인가 서버가 허용하는 대로</translation>
    </message>
</context>
<context>
    <name>AuthRows</name>
    <message>
        <source>(none)</source>
        <translation>(없음)</translation>
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
        <source>expires</source>
        <translation>만료</translation>
    </message>
    <message>
        <source>granted scopes</source>
        <translation>승인된 스코프</translation>
    </message>
    <message>
        <source>granted, not requested</source>
        <translation>요청하지 않았지만 승인됨</translation>
    </message>
    <message>
        <source>no response</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>지정되지 않음</translation>
    </message>
    <message>
        <source>requested scopes</source>
        <translation>요청한 스코프</translation>
    </message>
    <message>
        <source>requested, not granted</source>
        <translation>요청했지만 승인되지 않음</translation>
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
        <source>{}, bound to the client&apos;s key</source>
        <translation>{}, 클라이언트의 키에 묶임</translation>
    </message>
</context>
<context>
    <name>AuthStage</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>계속</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>주소 복사</translation>
    </message>
    <message>
        <source>Edit settings</source>
        <translation>설정 편집</translation>
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
        <source>Repeat step</source>
        <translation>이 단계 반복</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>모두 실행</translation>
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
        <source>Authorization method</source>
        <translation>인가 방법</translation>
    </message>
    <message>
        <source>Every request carries the API key from the settings.</source>
        <translation>모든 요청에 설정의 API 키를 보냅니다.</translation>
    </message>
    <message>
        <source>Every request carries the bearer token from the settings.</source>
        <translation>모든 요청에 설정의 bearer 토큰을 보냅니다.</translation>
    </message>
    <message>
        <source>Every request carries the user name and password from the settings.</source>
        <translation>모든 요청에 설정의 사용자 이름과 비밀번호를 보냅니다.</translation>
    </message>
    <message>
        <source>Get token</source>
        <translation>토큰 받기</translation>
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
        <source>Refresh the token now</source>
        <translation>리프레시 토큰으로 지금 새 토큰 받기</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>반복</translation>
    </message>
    <message>
        <source>Repeat the selected step; later steps wait</source>
        <translation>선택한 단계를 다시 실행. 이후 단계는 대기</translation>
    </message>
    <message>
        <source>Revoke the token and remove it everywhere</source>
        <translation>토큰을 폐기하고 모든 곳에서 삭제</translation>
    </message>
    <message>
        <source>Run all steps again, for other scopes or another account</source>
        <translation>다른 스코프나 계정으로 모든 단계를 다시 실행</translation>
    </message>
    <message>
        <source>Run one step</source>
        <translation>한 단계 실행</translation>
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
        <source>Sign-in is turned off in this server&apos;s settings.</source>
        <translation>이 서버의 설정에서 로그인이 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>Signing in…</source>
        <translation>로그인하는 중…</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>만료됨</translation>
    </message>
    <message>
        <source>scopes: {}</source>
        <translation>스코프: {}</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>유효</translation>
    </message>
    <message>
        <source>⚠ Token expired</source>
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
        <source>Could not read: {0}</source>
        <translation>읽지 못함: {0}</translation>
    </message>
    <message>
        <source>Could not save: {0}</source>
        <translation>저장하지 못함: {0}</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>파일…</translation>
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
        <source>not valid {0}</source>
        <translation>올바른 {0}이(가) 아님</translation>
    </message>
    <message>
        <source>not {0}</source>
        <translation>{0} 아님</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>읽는 중…</translation>
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
    <name>Bundles</name>
    <message>
        <source>The manifest contains a prompt more than once.</source>
        <translation>매니페스트에 같은 프롬프트가 여러 번 있습니다.</translation>
    </message>
    <message>
        <source>The manifest contains a tool more than once.</source>
        <translation>매니페스트에 같은 도구가 여러 번 있습니다.</translation>
    </message>
    <message>
        <source>The server does not list a prompt from the manifest: {}.</source>
        <translation>매니페스트에 있는 프롬프트가 서버의 목록에 없습니다: {}.</translation>
    </message>
    <message>
        <source>The server does not list a tool from the manifest: {}.</source>
        <translation>매니페스트에 있는 도구가 서버의 목록에 없습니다: {}.</translation>
    </message>
    <message>
        <source>The server does not list prompts from the manifest: {}.</source>
        <translation>매니페스트에 있는 프롬프트가 서버의 목록에 없습니다: {}.</translation>
    </message>
    <message>
        <source>The server does not list tools from the manifest: {}.</source>
        <translation>매니페스트에 있는 도구가 서버의 목록에 없습니다: {}.</translation>
    </message>
    <message>
        <source>The server lists a prompt that is not in the manifest: {} (“prompts_generated” is not set).</source>
        <translation>매니페스트에 없는 프롬프트가 서버의 목록에 있습니다: {} (“prompts_generated”가 설정되지 않음).</translation>
    </message>
    <message>
        <source>The server lists a tool that is not in the manifest: {} (“tools_generated” is not set).</source>
        <translation>매니페스트에 없는 도구가 서버의 목록에 있습니다: {} (“tools_generated”가 설정되지 않음).</translation>
    </message>
    <message>
        <source>The server lists prompts that are not in the manifest: {} (“prompts_generated” is not set).</source>
        <translation>매니페스트에 없는 프롬프트가 서버의 목록에 있습니다: {} (“prompts_generated”가 설정되지 않음).</translation>
    </message>
    <message>
        <source>The server lists tools that are not in the manifest: {} (“tools_generated” is not set).</source>
        <translation>매니페스트에 없는 도구가 서버의 목록에 있습니다: {} (“tools_generated”가 설정되지 않음).</translation>
    </message>
    <message>
        <source>and {} more like this</source>
        <translation>이와 같은 것이 {}개 더</translation>
    </message>
    <message>
        <source>argument {}</source>
        <translation>인수 {}</translation>
    </message>
    <message>
        <source>cannot unpack {path}: {error}</source>
        <translation>{path}의 압축을 풀 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>cannot write {parent}: {error}</source>
        <translation>{parent}에 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>it contains {count:,} files; the limit is {most_files:,}</source>
        <translation>파일이 {count:,}개입니다. 한도는 {most_files:,}개입니다</translation>
    </message>
    <message>
        <source>it has no manifest</source>
        <translation>매니페스트가 없습니다</translation>
    </message>
    <message>
        <source>it has no manifest.json, so what it would run is unknown</source>
        <translation>manifest.json이 없어 무엇을 실행할지 알 수 없습니다</translation>
    </message>
    <message>
        <source>it is not a ZIP archive, or it is damaged ({})</source>
        <translation>ZIP 아카이브가 아니거나 손상되었습니다({})</translation>
    </message>
    <message>
        <source>it requires {runtimes} {wanted}, but {program} is {version}</source>
        <translation>{runtimes} {wanted}이(가) 필요한데 {program}은(는) {version}입니다</translation>
    </message>
    <message>
        <source>it supports {names}, not {systems}</source>
        <translation>{systems}이(가) 아니라 {names}을(를) 지원합니다</translation>
    </message>
    <message>
        <source>it would unpack to {:.1f} GB; the limit is 1 GB</source>
        <translation>압축을 풀면 {:.1f} GB가 됩니다. 한도는 1 GB입니다</translation>
    </message>
    <message>
        <source>it would unpack to {} times its size, like a ZIP bomb</source>
        <translation>압축을 풀면 크기가 {}배가 됩니다. ZIP 폭탄으로 보입니다</translation>
    </message>
    <message>
        <source>its directory is too large to read</source>
        <translation>디렉터리가 너무 커서 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>its entries overlap: their total is larger than the file</source>
        <translation>항목들이 겹쳐 합이 파일보다 큽니다</translation>
    </message>
    <message>
        <source>its entry_point {} does not exist</source>
        <translation>entry_point {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>its manifest.json is damaged, or larger than 2 MB</source>
        <translation>manifest.json이 손상되었거나 2 MB보다 큽니다</translation>
    </message>
    <message>
        <source>its manifest.json is in the folder {}; it must be at the root of the archive</source>
        <translation>manifest.json이 폴더 {}에 있습니다. 아카이브의 맨 위에 있어야 합니다</translation>
    </message>
    <message>
        <source>manifest version {text} is not supported; supported are {known}</source>
        <translation>매니페스트 버전 {text}은(는) 지원하지 않습니다. 지원하는 버전: {known}</translation>
    </message>
    <message>
        <source>manifest.json cannot be read: {}</source>
        <translation>manifest.json을 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>manifest.json is nested too deeply</source>
        <translation>manifest.json이 너무 깊이 중첩되어 있습니다</translation>
    </message>
    <message>
        <source>manifest.json is not UTF-8 (byte {})</source>
        <translation>manifest.json이 UTF-8이 아닙니다({}번째 바이트)</translation>
    </message>
    <message>
        <source>manifest.json is not a JSON object</source>
        <translation>manifest.json이 JSON이지만 객체가 아닙니다</translation>
    </message>
    <message>
        <source>manifest.json is not valid JSON: line {lineno}, column {colno}: {msg}</source>
        <translation>manifest.json이 올바른 JSON이 아닙니다: {lineno}번째 줄, {colno}번째 칸: {msg}</translation>
    </message>
    <message>
        <source>manifest.json refers to a stored secret (${secret:…})</source>
        <translation>manifest.json이 보관된 비밀 값을 가리킵니다(${secret:…})</translation>
    </message>
    <message>
        <source>not unpacked: {}</source>
        <translation>풀지 않았습니다: {}</translation>
    </message>
    <message>
        <source>omitted what is too long for a command line</source>
        <translation>명령줄에 넣기에 너무 긴 내용을 생략했습니다</translation>
    </message>
    <message>
        <source>on {systems} its env is replaced: {lost} is not set</source>
        <translation>{systems}에서는 env가 바뀌어 {lost}이(가) 설정되지 않습니다</translation>
    </message>
    <message>
        <source>self-signed; not verified here</source>
        <translation>자체 서명했습니다. 여기서 검증하지 않습니다</translation>
    </message>
    <message>
        <source>server.type “{kind}” is not one of {server_types}</source>
        <translation>server.type “{kind}”은(는) {server_types} 가운데 하나가 아닙니다</translation>
    </message>
    <message>
        <source>signed by “{}” itself (self-signed); not verified here</source>
        <translation>“{}”이(가) 자체 서명했습니다. 여기서 검증하지 않습니다</translation>
    </message>
    <message>
        <source>signed by “{}”; not verified here</source>
        <translation>“{}”이(가) 서명했습니다. 여기서 검증하지 않습니다</translation>
    </message>
    <message>
        <source>signed; not verified here</source>
        <translation>서명되어 있습니다. 여기서 검증하지 않습니다</translation>
    </message>
    <message>
        <source>the bundle has no manifest</source>
        <translation>번들에 매니페스트가 없습니다</translation>
    </message>
    <message>
        <source>the file is larger than 1 GB</source>
        <translation>파일이 1 GB보다 큽니다</translation>
    </message>
    <message>
        <source>the manifest contains no command to start</source>
        <translation>매니페스트에 시작할 명령이 없습니다</translation>
    </message>
    <message>
        <source>the manifest has neither mcp_config nor entry_point: there is nothing to start</source>
        <translation>매니페스트에 mcp_config도 entry_point도 없어 시작할 것이 없습니다</translation>
    </message>
    <message>
        <source>the name “{}” contains a colon</source>
        <translation>“{}”: 이름에 콜론이 있습니다</translation>
    </message>
    <message>
        <source>the name “{}” contains control characters</source>
        <translation>“{}”: 이름에 제어 문자가 있습니다</translation>
    </message>
    <message>
        <source>the name “{}” is reserved by Windows</source>
        <translation>“{}”: Windows가 예약한 이름입니다</translation>
    </message>
    <message>
        <source>the name “{}” is too long</source>
        <translation>“{}”: 이름이 너무 깁니다</translation>
    </message>
    <message>
        <source>the saved bundle entry is incomplete: it has no path or no sha256</source>
        <translation>저장된 번들 항목이 온전하지 않습니다. path나 sha256이 없습니다</translation>
    </message>
    <message>
        <source>user_config.{key}.type “{kind}” is unknown; text is used</source>
        <translation>user_config.{key}.type “{kind}”을(를) 알 수 없어 텍스트로 입력받습니다</translation>
    </message>
    <message>
        <source>user_config.{} must be an object; ignored</source>
        <translation>user_config.{}은(는) 객체여야 합니다. 무시합니다</translation>
    </message>
    <message>
        <source>uv needs a pyproject.toml, but the bundle has none</source>
        <translation>uv에는 pyproject.toml이 필요한데 번들에 없습니다</translation>
    </message>
    <message>
        <source>variable {}</source>
        <translation>변수 {}</translation>
    </message>
    <message>
        <source>{command} is not on PATH; using {other}</source>
        <translation>PATH에 {command}이(가) 없어 {other}을(를) 씁니다</translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}</source>
        <translation>{path}을(를) 읽을 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>{text} and {left} more</source>
        <translation>{text} 외 {left}개</translation>
    </message>
    <message>
        <source>{unpacked_bytes} in {count:,} files</source>
        <translation>파일 {count:,}개, {unpacked_bytes}</translation>
    </message>
    <message>
        <source>{what} is omitted: {key} is empty</source>
        <translation>{what} 생략: {key}이(가) 비어 있습니다</translation>
    </message>
    <message>
        <source>{what} uses ${{{name}}}, which is not defined; it is left as is</source>
        <translation>{what}이(가) 정의되지 않은 ${{{name}}}을(를) 씁니다. 그대로 둡니다</translation>
    </message>
    <message>
        <source>{what} uses {key}, which has several values; a list cannot be part of a text</source>
        <translation>{what}이(가) 값이 여러 개인 {key}을(를) 씁니다. 목록은 텍스트 안에 넣을 수 없습니다</translation>
    </message>
    <message>
        <source>{} before it now has no value</source>
        <translation>앞의 {}에 이제 값이 없습니다</translation>
    </message>
    <message>
        <source>{} has changed; open it again</source>
        <translation>{}이(가) 바뀌었습니다. 다시 여세요</translation>
    </message>
    <message>
        <source>{} is not a file</source>
        <translation>{}은(는) 파일이 아닙니다</translation>
    </message>
    <message>
        <source>{} is not on PATH: install it to start the server</source>
        <translation>PATH에 {}이(가) 없습니다. 서버를 시작하려면 설치하세요</translation>
    </message>
    <message>
        <source>{} is not the file that was added; open it as a new server</source>
        <translation>{}은(는) 추가했던 파일이 아닙니다. 새 서버로 여세요</translation>
    </message>
    <message>
        <source>“manifest_version” is missing</source>
        <translation>“manifest_version”이 없습니다</translation>
    </message>
    <message>
        <source>“server.mcp_config” is missing; the command is built from entry_point</source>
        <translation>“server.mcp_config”가 없어 entry_point로 명령을 만듭니다</translation>
    </message>
    <message>
        <source>“{orig_filename}” and “{files}” are the same name</source>
        <translation>“{orig_filename}”와(과) “{files}”은(는) 같은 이름입니다</translation>
    </message>
    <message>
        <source>“{}” has no name</source>
        <translation>“{}”: 이름이 없습니다</translation>
    </message>
    <message>
        <source>“{}” is a ZIP bomb</source>
        <translation>“{}”: ZIP 폭탄입니다</translation>
    </message>
    <message>
        <source>“{}” is a device or a pipe</source>
        <translation>“{}”: 장치나 파이프입니다</translation>
    </message>
    <message>
        <source>“{}” is a link</source>
        <translation>“{}”: 링크입니다</translation>
    </message>
    <message>
        <source>“{}” is an absolute path</source>
        <translation>“{}”: 절대 경로입니다</translation>
    </message>
    <message>
        <source>“{}” is both a file and a folder</source>
        <translation>“{}”: 파일이면서 폴더입니다</translation>
    </message>
    <message>
        <source>“{}” is encrypted</source>
        <translation>“{}”: 암호화되어 있습니다</translation>
    </message>
    <message>
        <source>“{}” is larger than the archive says</source>
        <translation>“{}”: 아카이브가 말하는 것보다 큽니다</translation>
    </message>
    <message>
        <source>“{}” is missing</source>
        <translation>“{}”이(가) 없습니다</translation>
    </message>
    <message>
        <source>“{}” must be a list of objects with a name</source>
        <translation>“{}”은(는) 이름이 있는 객체의 목록이어야 합니다</translation>
    </message>
    <message>
        <source>“{}” must be a list of strings; ignored</source>
        <translation>“{}”은(는) 문자열 목록이어야 합니다. 무시합니다</translation>
    </message>
    <message>
        <source>“{}” must be a non-empty string</source>
        <translation>“{}”은(는) 비어 있지 않은 문자열이어야 합니다</translation>
    </message>
    <message>
        <source>“{}” must be a string</source>
        <translation>“{}”은(는) 문자열이어야 합니다</translation>
    </message>
    <message>
        <source>“{}” must be an object</source>
        <translation>“{}”은(는) 객체여야 합니다</translation>
    </message>
    <message>
        <source>“{}” must be an object of strings; ignored</source>
        <translation>“{}”은(는) 값이 문자열인 객체여야 합니다. 무시합니다</translation>
    </message>
    <message>
        <source>“{}” points outside the bundle</source>
        <translation>“{}”: 번들 밖을 가리킵니다</translation>
    </message>
    <message>
        <source>“{}” uses a compression method that bundles do not allow</source>
        <translation>“{}”: 번들에 허용되지 않는 압축 방식입니다</translation>
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
    <name>CallCode</name>
    <message>
        <source>Python (fastmcp)</source>
        <translation>Python (fastmcp)</translation>
    </message>
    <message>
        <source>Python (official SDK)</source>
        <translation>Python (공식 SDK)</translation>
    </message>
    <message>
        <source>TypeScript (official SDK)</source>
        <translation>TypeScript (공식 SDK)</translation>
    </message>
    <message>
        <source>curl</source>
        <translation>curl</translation>
    </message>
</context>
<context>
    <name>CallForm</name>
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
        <source>Recent arguments (Ctrl+Shift+H)</source>
        <translation>최근 인수(Ctrl+Shift+H)</translation>
    </message>
    <message>
        <source>Restore previous values (Ctrl+Z)</source>
        <translation>이전 값 되돌리기(Ctrl+Z)</translation>
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
        <source>Clear form</source>
        <translation>양식 비우기</translation>
    </message>
    <message>
        <source>Fill all fields</source>
        <translation>모든 필드 채우기</translation>
    </message>
    <message>
        <source>Fill required fields</source>
        <translation>필수 필드 채우기</translation>
    </message>
    <message>
        <source>Filled in from recent arguments.</source>
        <translation>최근 인수로 채웠습니다.</translation>
    </message>
    <message>
        <source>Filled in from: {0}.</source>
        <translation>{0}에서 채웠습니다.</translation>
    </message>
    <message>
        <source>Filled with sample values from the schema.</source>
        <translation>스키마의 예시 값으로 채웠습니다.</translation>
    </message>
    <message>
        <source>Form cleared.</source>
        <translation>양식을 비웠습니다.</translation>
    </message>
    <message>
        <source>Paste arguments: JSON, name=value, cURL, log line</source>
        <translation>인수 붙여 넣기: JSON, name=value, cURL, 로그 줄</translation>
    </message>
    <message>
        <source>Restored.</source>
        <translation>되돌렸습니다.</translation>
    </message>
</context>
<context>
    <name>CallingPanel</name>
    <message>
        <source>Copy arguments as JSON</source>
        <translation>인수를 JSON으로 복사</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>다른 형식으로 복사</translation>
    </message>
    <message>
        <source>Copy request as JSON</source>
        <translation>요청 전체를 JSON으로 복사</translation>
    </message>
    <message>
        <source>Edit as raw message</source>
        <translation>원문 메시지로 편집</translation>
    </message>
    <message>
        <source>Filled in from a call to {0}, which the server does not list.</source>
        <translation>서버 목록에 없는 {0} 호출로 채웠습니다.</translation>
    </message>
    <message>
        <source>Filled in from elsewhere.</source>
        <translation>다른 곳의 값으로 채웠습니다.</translation>
    </message>
    <message>
        <source>Invalid item</source>
        <translation>올바르지 않은 항목</translation>
    </message>
    <message>
        <source>Run on another server and compare…	Ctrl+Alt+Enter</source>
        <translation>다른 서버에서도 실행하고 비교…	Ctrl+Alt+Enter</translation>
    </message>
    <message>
        <source>This list item is invalid: {}.</source>
        <translation>이 목록 항목은 올바르지 않습니다: {}.</translation>
    </message>
    <message>
        <source>mcpdi</source>
        <translation>mcpdi</translation>
    </message>
</context>
<context>
    <name>Check</name>
    <message>
        <source>%Ln error(s)</source>
        <translation>오류 %Ln개</translation>
    </message>
    <message>
        <source>%Ln warning(s)</source>
        <translation>경고 %Ln개</translation>
    </message>
    <message>
        <source>Call tools</source>
        <translation>도구 호출</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>정보</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>판정</translation>
    </message>
    <message>
        <source>Missing fixture</source>
        <translation>픽스처 없음</translation>
    </message>
    <message>
        <source>Not applicable</source>
        <translation>해당 없음</translation>
    </message>
    <message>
        <source>Not run</source>
        <translation>실행 안 함</translation>
    </message>
    <message>
        <source>Not tried</source>
        <translation>시도 안 함</translation>
    </message>
    <message>
        <source>Official suite</source>
        <translation>공식 검사 모음</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>통과</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>탐침</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>읽기</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>경고</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>경고</translation>
    </message>
    <message>
        <source>a check does not wait a minute; comments are not recorded</source>
        <translation>검사는 1분을 기다리지 않으며, 주석은 기록되지 않습니다</translation>
    </message>
    <message>
        <source>a check sends requests to no other host than the server&apos;s</source>
        <translation>검사는 서버가 아닌 다른 호스트에 요청을 보내지 않습니다</translation>
    </message>
    <message>
        <source>a view talks to its host, and no view is shown here</source>
        <translation>뷰는 호스트와 통신하는데, 여기서는 뷰를 표시하지 않습니다</translation>
    </message>
    <message>
        <source>access tokens are masked before they are recorded</source>
        <translation>액세스 토큰은 기록되기 전에 가려집니다</translation>
    </message>
    <message>
        <source>refresh tokens are masked before they are recorded</source>
        <translation>리프레시 토큰은 기록되기 전에 가려집니다</translation>
    </message>
    <message>
        <source>the redirect of a sign-in is not recorded; a wrong iss ends it</source>
        <translation>로그인의 리디렉션은 기록되지 않습니다. iss가 틀리면 로그인이 중단됩니다</translation>
    </message>
</context>
<context>
    <name>CheckPanel</name>
    <message>
        <source>$defs would save {}</source>
        <translation>$defs를 쓰면 {} 절약</translation>
    </message>
    <message>
        <source>All the server speaks</source>
        <translation>서버가 지원하는 모든 개정판</translation>
    </message>
    <message>
        <source>All: may end sessions</source>
        <translation>모두: 세션이 끝날 수 있음</translation>
    </message>
    <message>
        <source>Call none</source>
        <translation>호출하지 않기</translation>
    </message>
    <message>
        <source>Call read-only tools</source>
        <translation>읽기 전용 도구 호출</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>다시 검사</translation>
    </message>
    <message>
        <source>Check this server</source>
        <translation>이 서버 검사</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>연결 중…</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>비용</translation>
    </message>
    <message>
        <source>Cost of each tool</source>
        <translation>도구별 비용</translation>
    </message>
    <message>
        <source>Could not save: {0}</source>
        <translation>저장하지 못했습니다: {0}</translation>
    </message>
    <message>
        <source>Diagnose…</source>
        <translation>진단…</translation>
    </message>
    <message>
        <source>Does this server follow the specification?</source>
        <translation>이 서버가 사양을 따르나요?</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>보고서 내보내기</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>검사 결과</translation>
    </message>
    <message>
        <source>JSON…</source>
        <translation>JSON…</translation>
    </message>
    <message>
        <source>JUnit XML…</source>
        <translation>JUnit XML…</translation>
    </message>
    <message>
        <source>Markdown…</source>
        <translation>Markdown…</translation>
    </message>
    <message>
        <source>Official suite</source>
        <translation>공식 검사 모음</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>옵션</translation>
    </message>
    <message>
        <source>Probes</source>
        <translation>탐침</translation>
    </message>
    <message>
        <source>Requirements</source>
        <translation>요구 사항</translation>
    </message>
    <message>
        <source>Revisions</source>
        <translation>개정판</translation>
    </message>
    <message>
        <source>Run the official suite</source>
        <translation>공식 검사 모음 실행</translation>
    </message>
    <message>
        <source>SARIF…</source>
        <translation>SARIF…</translation>
    </message>
    <message>
        <source>Safe: change nothing</source>
        <translation>안전: 아무것도 바꾸지 않음</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>저장했습니다: {0}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>The check reads all that the server offers, sends a few safe probes, and judges every message.
It calls no tools unless you choose so in Options.</source>
        <translation>서버가 제공하는 것을 모두 읽고, 안전한 탐침을 몇 가지 보낸 다음, 모든 메시지를 판정합니다.
옵션에서 선택하지 않으면 도구를 호출하지 않습니다.</translation>
    </message>
    <message>
        <source>The check was stopped.</source>
        <translation>검사를 중지했습니다.</translation>
    </message>
    <message>
        <source>The negotiated revision</source>
        <translation>협상한 개정판</translation>
    </message>
    <message>
        <source>The official conformance suite expects the tools of its own test server, and needs Node.js 22.
npx fetches it when you press the button. Its verdict is its own.</source>
        <translation>공식 적합성 검사 모음은 자체 테스트 서버의 도구를 전제로 하며 Node.js 22가 필요합니다.
버튼을 누르면 npx가 가져옵니다. 그 판정은 따로 나옵니다.</translation>
    </message>
    <message>
        <source>The suite was not run.</source>
        <translation>검사 모음을 실행하지 않았습니다.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>도구</translation>
    </message>
    <message>
        <source>View of the results</source>
        <translation>결과 보기</translation>
    </message>
    <message>
        <source>What the check may ask</source>
        <translation>검사에서 물어도 되는 것</translation>
    </message>
    <message>
        <source>Write the report to a file</source>
        <translation>보고서를 파일로 쓰기</translation>
    </message>
    <message>
        <source>about {0} tokens in total, {1}</source>
        <translation>모두 약 {0}토큰, {1}</translation>
    </message>
    <message>
        <source>{0} requirements pass, {1} fail, {2} not tried</source>
        <translation>요구 사항 {0}개 통과, {1}개 실패, {2}개 시도 안 함</translation>
    </message>
    <message>
        <source>{} info</source>
        <translation>정보 {}개</translation>
    </message>
    <message>
        <source>✓ Pass</source>
        <translation>✓ 통과</translation>
    </message>
    <message>
        <source>✗ Fail</source>
        <translation>✗ 실패</translation>
    </message>
</context>
<context>
    <name>CheckRow</name>
    <message>
        <source>OK</source>
        <translation>이상 없음</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>running</source>
        <translation>진행 중</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>건너뜀</translation>
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
        <source>Available: {}</source>
        <translation>사용 가능: {}</translation>
    </message>
    <message>
        <source>Client ID</source>
        <translation>클라이언트 ID</translation>
    </message>
    <message>
        <source>Client secret, if any</source>
        <translation>클라이언트 비밀 값(있으면)</translation>
    </message>
    <message>
        <source>Remember for this server</source>
        <translation>이 서버에 기억</translation>
    </message>
    <message>
        <source>Remember this choice in the server&apos;s settings</source>
        <translation>이 선택을 서버 설정에 기억</translation>
    </message>
    <message>
        <source>Scopes, separated by spaces</source>
        <translation>스코프, 사이는 공백으로</translation>
    </message>
    <message>
        <source>Without PKCE, anyone who sees the code returned through the browser can get a token with it. Continue only for debugging, with an account you can afford to lose.</source>
        <translation>PKCE가 없으면 브라우저로 돌아오는 코드를 본 누구나 토큰을 얻을 수 있습니다. 디버깅할 때만, 잃어도 되는 계정으로 계속하세요.</translation>
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
    <name>ClearedChip</name>
    <message>
        <source>After #{}</source>
        <translation>#{} 다음</translation>
    </message>
    <message>
        <source>Earlier rows are cleared from the view, not deleted. Click to show them.</source>
        <translation>앞의 행은 보기에서만 지워졌고 삭제되지 않았습니다. 누르면 다시 보입니다.</translation>
    </message>
    <message>
        <source>Show the rows up to #{} again</source>
        <translation>#{}까지의 행 다시 보기</translation>
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
        <source>Choose a colour for {0}</source>
        <translation>{0}: 색 선택</translation>
    </message>
    <message>
        <source>not a CSS colour</source>
        <translation>CSS 색이 아님</translation>
    </message>
</context>
<context>
    <name>ColourRules</name>
    <message>
        <source>The rules could not be saved for new sessions: {}</source>
        <translation>규칙이 새 세션용으로 저장되지 않았습니다: {}</translation>
    </message>
    <message>
        <source>{0} holds no rules of colour ({1}); it is kept, and the first ones count.</source>
        <translation>{0}에 색 규칙이 없습니다({1}). 보관하고 처음 규칙을 씁니다.</translation>
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
        <source>Rules (first match wins)</source>
        <translation>규칙(처음 맞는 것이 적용됨)</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>청록</translation>
    </message>
    <message>
        <source>The first matching rule colours a row. Rules are saved with the session.</source>
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
        <source>Order of recording</source>
        <translation>기록된 순서</translation>
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
        <source>Sort ascending</source>
        <translation>오름차순 정렬</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>정렬 기준</translation>
    </message>
    <message>
        <source>Sort descending</source>
        <translation>내림차순 정렬</translation>
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
    <message>
        <source>added:</source>
        <translation>추가됨:</translation>
    </message>
    <message>
        <source>changed:</source>
        <translation>바뀜:</translation>
    </message>
    <message>
        <source>differs inside:</source>
        <translation>안에 차이 있음:</translation>
    </message>
    <message>
        <source>ignored:</source>
        <translation>무시됨:</translation>
    </message>
    <message>
        <source>moved:</source>
        <translation>옮겨짐:</translation>
    </message>
    <message>
        <source>removed:</source>
        <translation>없어짐:</translation>
    </message>
    <message>
        <source>same:</source>
        <translation>같음:</translation>
    </message>
</context>
<context>
    <name>ComparePane</name>
    <message>
        <source>As JSON Patch</source>
        <translation>JSON Patch로</translation>
    </message>
    <message>
        <source>As Markdown table</source>
        <translation>Markdown 표로</translation>
    </message>
    <message>
        <source>As text lines</source>
        <translation>줄 단위로</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>비교 대상</translation>
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
        <source>Larger than {} MB: compare them with mcpdi diff.</source>
        <translation>{} MB보다 큽니다. mcpdi diff로 비교하세요.</translation>
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
        <source>Responses</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>Swap left and right</source>
        <translation>왼쪽과 오른쪽 바꾸기</translation>
    </message>
    <message>
        <source>compared line by line ({})</source>
        <translation>줄 단위로 비교함({})</translation>
    </message>
    <message>
        <source>key order differs</source>
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
        <source>Compare</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>There is no earlier call to compare with #{}. Select two rows to compare them.</source>
        <translation>#{}과(와) 비교할 이전 호출이 없습니다. 비교하려면 두 행을 선택하세요.</translation>
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
        <source>Suggestions</source>
        <translation>제안된 값</translation>
    </message>
</context>
<context>
    <name>Connect</name>
    <message>
        <source>A message exceeds the memory limit.</source>
        <translation>메시지가 메모리 한도보다 큽니다.</translation>
    </message>
    <message>
        <source>Ask the operator for the URL.</source>
        <translation>운영자에게 URL을 물어보세요.</translation>
    </message>
    <message>
        <source>Ask the operator for the path.</source>
        <translation>운영자에게 경로를 물어보세요.</translation>
    </message>
    <message>
        <source>Check both clocks.</source>
        <translation>두 시계를 확인하세요.</translation>
    </message>
    <message>
        <source>Check permissions.</source>
        <translation>권한을 확인하세요.</translation>
    </message>
    <message>
        <source>Check the URL (it often ends in /sse), or connect with Streamable HTTP.</source>
        <translation>URL을 확인하거나(/sse로 끝나는 경우가 많음) Streamable HTTP로 연결하세요.</translation>
    </message>
    <message>
        <source>Check the URL, or connect with Streamable HTTP.</source>
        <translation>URL을 확인하거나 Streamable HTTP로 연결하세요.</translation>
    </message>
    <message>
        <source>Check the URL, or increase the timeout.</source>
        <translation>URL을 확인하거나 시간 제한을 늘리세요.</translation>
    </message>
    <message>
        <source>Check the address in its arguments and variables, the network and the proxy.</source>
        <translation>인수와 변수에 적힌 주소, 네트워크, 프록시를 확인하세요.</translation>
    </message>
    <message>
        <source>Check the arguments; to use a server that listens on a port, connect to its URL.</source>
        <translation>인수를 확인하세요. 포트에서 수신 대기하는 서버에는 URL로 연결하세요.</translation>
    </message>
    <message>
        <source>Check the command and its arguments (`stdio` is often one of them).</source>
        <translation>명령과 인수를 확인하세요(`stdio` 인수가 필요한 경우가 많습니다).</translation>
    </message>
    <message>
        <source>Check the command, or increase the timeout.</source>
        <translation>명령을 확인하거나 시간 제한을 늘리세요.</translation>
    </message>
    <message>
        <source>Check the host, port and firewall.</source>
        <translation>호스트, 포트, 방화벽을 확인하세요.</translation>
    </message>
    <message>
        <source>Check the host, port and wss://.</source>
        <translation>호스트, 포트, wss://를 확인하세요.</translation>
    </message>
    <message>
        <source>Check the network and proxy settings, then try again.</source>
        <translation>네트워크와 프록시 설정을 확인한 뒤 다시 시도하세요.</translation>
    </message>
    <message>
        <source>Check the network connection and the VPN.</source>
        <translation>네트워크 연결과 VPN을 확인하세요.</translation>
    </message>
    <message>
        <source>Check the network connection.</source>
        <translation>네트워크 연결을 확인하세요.</translation>
    </message>
    <message>
        <source>Check the package name: many servers are published under a scope (@name/server).</source>
        <translation>패키지 이름을 확인하세요. 많은 서버가 스코프(@name/server) 아래에 있습니다.</translation>
    </message>
    <message>
        <source>Check the path and any proxy; the response&apos;s headers are in the timeline.</source>
        <translation>경로와 프록시를 확인하세요. 응답의 헤더는 타임라인에 있습니다.</translation>
    </message>
    <message>
        <source>Check the path; to offer another subprotocol, set this server&apos;s Sec-WebSocket-Protocol header.</source>
        <translation>경로를 확인하세요. 다른 하위 프로토콜을 제시하려면 이 서버의 Sec-WebSocket-Protocol 헤더를 설정하세요.</translation>
    </message>
    <message>
        <source>Check the port, or try https://.</source>
        <translation>포트를 확인하고 https://를 시도하세요.</translation>
    </message>
    <message>
        <source>Check the proxy, or exclude this host with NO_PROXY.</source>
        <translation>프록시를 확인하거나 NO_PROXY로 이 호스트를 빼세요.</translation>
    </message>
    <message>
        <source>Check the server and the proxy&apos;s timeouts.</source>
        <translation>서버와 프록시의 시간 제한을 확인하세요.</translation>
    </message>
    <message>
        <source>Check the server&apos;s TLS settings.</source>
        <translation>서버의 TLS 설정을 확인하세요.</translation>
    </message>
    <message>
        <source>Check the server&apos;s own log, the port and https://, then try again.</source>
        <translation>서버 자체의 로그, 포트, https://를 확인한 뒤 다시 시도하세요.</translation>
    </message>
    <message>
        <source>Check the server&apos;s own log, the port and https://.</source>
        <translation>서버 자체의 로그, 포트, https://를 확인하세요.</translation>
    </message>
    <message>
        <source>Check the server&apos;s own log, then reconnect.</source>
        <translation>서버 자신의 로그를 본 뒤 다시 연결하세요.</translation>
    </message>
    <message>
        <source>Check the server&apos;s own log, then try again.</source>
        <translation>서버 자신의 로그를 보고 다시 시도하세요.</translation>
    </message>
    <message>
        <source>Check the server, then try again.</source>
        <translation>서버를 확인한 뒤 다시 시도하세요.</translation>
    </message>
    <message>
        <source>Check the token and its scopes; for a local server, use a host name it allows.</source>
        <translation>토큰과 스코프를 확인하세요. 로컬 서버라면 서버가 허용하는 호스트 이름을 쓰세요.</translation>
    </message>
    <message>
        <source>Check what the command starts, and check PATH.</source>
        <translation>명령이 무엇을 시작하는지와 PATH를 확인하세요.</translation>
    </message>
    <message>
        <source>Check which version it needs.</source>
        <translation>어느 버전이 필요한지 확인하세요.</translation>
    </message>
    <message>
        <source>Choose another era for this server (auto detects it); the response says more.</source>
        <translation>이 서버에 다른 세대를 고르세요(auto는 자동으로 감지합니다). 자세한 내용은 응답에 있습니다.</translation>
    </message>
    <message>
        <source>Compare the arguments with the server&apos;s own help.</source>
        <translation>인수를 서버의 도움말과 비교하세요.</translation>
    </message>
    <message>
        <source>Connect to that URL (it often ends in /mcp), or start the server in stdio mode (often with the argument `stdio`).</source>
        <translation>그 URL로 연결하거나(끝에 /mcp가 붙는 경우가 많습니다) 서버를 stdio 모드로 시작하세요(인수 `stdio`가 필요한 경우가 많습니다).</translation>
    </message>
    <message>
        <source>Connect with HTTP+SSE, or correct the path. {guess}</source>
        <translation>HTTP+SSE로 연결하거나 경로를 고치세요. {guess}</translation>
    </message>
    <message>
        <source>Connect with the transport auto, which detects it. {guess}</source>
        <translation>전송 방식을 auto로 하면 자동으로 감지합니다. {guess}</translation>
    </message>
    <message>
        <source>Connect with {}.</source>
        <translation>{}(으)로 연결하세요.</translation>
    </message>
    <message>
        <source>Correct the URL.</source>
        <translation>URL을 고치세요.</translation>
    </message>
    <message>
        <source>Correct the URL: https://host/mcp</source>
        <translation>URL을 고치세요: https://host/mcp</translation>
    </message>
    <message>
        <source>Correct the URL: wss://host/path</source>
        <translation>URL을 고치세요: wss://host/path</translation>
    </message>
    <message>
        <source>Correct the host name, or connect to the network that knows it.</source>
        <translation>호스트 이름을 고치거나, 그것을 아는 네트워크에 연결하세요.</translation>
    </message>
    <message>
        <source>Correct the host, port and path. {guess}</source>
        <translation>호스트, 포트, 경로를 고치세요. {guess}</translation>
    </message>
    <message>
        <source>Correct the package name.</source>
        <translation>패키지 이름을 고치세요.</translation>
    </message>
    <message>
        <source>Correct the path in the arguments; relative paths start at the working directory.</source>
        <translation>인수의 경로를 고치세요. 상대 경로는 작업 폴더를 기준으로 합니다.</translation>
    </message>
    <message>
        <source>Correct the path in this server&apos;s settings.</source>
        <translation>이 서버의 설정에서 경로를 고치세요.</translation>
    </message>
    <message>
        <source>Correct the path, or connect with {}.</source>
        <translation>경로를 고치거나 {}(으)로 연결하세요.</translation>
    </message>
    <message>
        <source>Correct the path. {guess}</source>
        <translation>경로를 고치세요. {guess}</translation>
    </message>
    <message>
        <source>Correct the path. {}</source>
        <translation>경로를 고치세요. {}</translation>
    </message>
    <message>
        <source>Correct the public address in the server&apos;s settings.</source>
        <translation>서버의 설정에서 공개 주소를 고치세요.</translation>
    </message>
    <message>
        <source>Correct this server&apos;s command line.</source>
        <translation>이 서버의 명령줄을 고치세요.</translation>
    </message>
    <message>
        <source>Correct this server&apos;s command.</source>
        <translation>이 서버의 명령을 고치세요.</translation>
    </message>
    <message>
        <source>Correct this server&apos;s headers.</source>
        <translation>이 서버의 헤더를 고치세요.</translation>
    </message>
    <message>
        <source>Correct this server&apos;s working directory, or leave it empty.</source>
        <translation>이 서버의 작업 폴더를 고치거나 비우세요.</translation>
    </message>
    <message>
        <source>Declare {} to this server and try again.</source>
        <translation>{}을(를) 이 서버에 선언하고 다시 시도하세요.</translation>
    </message>
    <message>
        <source>Docker is not running, or you do not have permission to use it</source>
        <translation>Docker가 실행 중이 아니거나 사용할 권한이 없습니다</translation>
    </message>
    <message>
        <source>Enter a command.</source>
        <translation>명령을 입력하세요.</translation>
    </message>
    <message>
        <source>Fill them in, or set them in this program&apos;s environment. If the text should stay as written, say in the server&apos;s settings that it has no variables.</source>
        <translation>값을 채우거나 이 프로그램의 환경에 설정하세요. 텍스트를 그대로 두려면 서버 설정에서 변수가 없다고 지정하세요.</translation>
    </message>
    <message>
        <source>Give a port from 1 to 65535.</source>
        <translation>1부터 65535까지의 포트를 넣으세요.</translation>
    </message>
    <message>
        <source>Give the URL of the MCP endpoint: https://host/mcp</source>
        <translation>MCP 엔드포인트의 URL을 넣으세요: https://host/mcp</translation>
    </message>
    <message>
        <source>If you trust the new address, use it as the URL.</source>
        <translation>새 주소를 신뢰한다면 URL로 쓰세요.</translation>
    </message>
    <message>
        <source>Install it there, or start the Python of the right virtual environment with its full path.</source>
        <translation>그곳에 설치하거나, 맞는 가상 환경의 Python을 전체 경로로 시작하세요.</translation>
    </message>
    <message>
        <source>Install it, use its full path, or add its folder to PATH.</source>
        <translation>설치하거나, 전체 경로를 쓰거나, 그 폴더를 PATH에 추가하세요.</translation>
    </message>
    <message>
        <source>Install that interpreter, or correct the first line of the script.</source>
        <translation>그 인터프리터를 설치하거나 스크립트의 첫 줄을 고치세요.</translation>
    </message>
    <message>
        <source>Install that version, or start the server with its full path.</source>
        <translation>그 버전을 설치하거나, 전체 경로로 서버를 시작하세요.</translation>
    </message>
    <message>
        <source>Install the library named in stderr.</source>
        <translation>stderr에 나온 라이브러리를 설치하세요.</translation>
    </message>
    <message>
        <source>It crashed or shut down; it wrote nothing to stderr after its last message.</source>
        <translation>충돌했거나 스스로 종료했습니다. 마지막 메시지 뒤에 stderr에 쓴 것이 없습니다.</translation>
    </message>
    <message>
        <source>It crashed or shut down; the last lines of stderr may say why.</source>
        <translation>충돌했거나 스스로 종료했습니다. stderr의 마지막 줄에 이유가 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>It does not say what it supports.</source>
        <translation>서버가 무엇을 지원하는지 밝히지 않습니다.</translation>
    </message>
    <message>
        <source>It is an HTTP server: it says it is listening at {}.</source>
        <translation>HTTP 서버입니다. {}에서 수신 대기 중이라고 합니다.</translation>
    </message>
    <message>
        <source>It rejects clients without this capability and does not say which one (data.requiredCapabilities), which violates the protocol.</source>
        <translation>이 기능(capability)이 없는 클라이언트를 거부하면서 어떤 것인지 밝히지 않아(data.requiredCapabilities) 프로토콜을 위반합니다.</translation>
    </message>
    <message>
        <source>It rejects requests from clients that do not declare this capability.</source>
        <translation>이 기능(capability)을 선언하지 않은 클라이언트의 요청을 거부합니다.</translation>
    </message>
    <message>
        <source>It supports {}.</source>
        <translation>서버가 지원하는 것: {}.</translation>
    </message>
    <message>
        <source>It supports {}. This program supports none of them.</source>
        <translation>서버가 지원하는 것: {}. 이 프로그램은 그중 어느 것도 지원하지 않습니다.</translation>
    </message>
    <message>
        <source>Its documentation may say which one; declare it for this server.</source>
        <translation>서버 문서에서 필요한 기능을 찾아 이 서버에 선언하세요.</translation>
    </message>
    <message>
        <source>Its record in the timeline shows the bytes; fix the server.</source>
        <translation>타임라인의 레코드에서 바이트를 볼 수 있습니다. 서버를 고치세요.</translation>
    </message>
    <message>
        <source>Make it executable: chmod +x {}</source>
        <translation>실행할 수 있게 하세요: chmod +x {}</translation>
    </message>
    <message>
        <source>Most servers respond at {base}/mcp (older ones at {base}/sse).</source>
        <translation>대부분의 서버는 {base}/mcp에서(옛 서버는 {base}/sse에서) 응답합니다.</translation>
    </message>
    <message>
        <source>Most servers respond at {}/mcp.</source>
        <translation>대부분의 서버는 {}/mcp에서 응답합니다.</translation>
    </message>
    <message>
        <source>Node.js cannot find {0}: it is not installed, or the path is wrong</source>
        <translation>Node.js가 {0}을(를) 찾지 못합니다. 설치되어 있지 않거나 경로가 틀렸습니다</translation>
    </message>
    <message>
        <source>Open its record in the timeline to see all of it; the limit can be changed in the settings.</source>
        <translation>타임라인의 레코드에서 전체를 볼 수 있습니다. 한도는 설정에서 바꿀 수 있습니다.</translation>
    </message>
    <message>
        <source>Put the file there, or remove it from the server&apos;s settings (envFile).</source>
        <translation>파일을 그곳에 두거나 서버의 설정(envFile)에서 빼세요.</translation>
    </message>
    <message>
        <source>Put {} in the command and the rest in the arguments.</source>
        <translation>명령에는 {}만 넣고 나머지는 인수에 넣으세요.</translation>
    </message>
    <message>
        <source>Python cannot find the script {0}</source>
        <translation>Python이 스크립트 {0}을(를) 찾지 못합니다</translation>
    </message>
    <message>
        <source>Read its response below.</source>
        <translation>아래의 응답을 읽으세요.</translation>
    </message>
    <message>
        <source>Read its response below; try another era.</source>
        <translation>아래의 응답을 읽고 다른 세대로 시도하세요.</translation>
    </message>
    <message>
        <source>Read the error below.</source>
        <translation>아래의 오류를 읽으세요.</translation>
    </message>
    <message>
        <source>Reconnect and run it again.</source>
        <translation>다시 연결하고 다시 실행하세요.</translation>
    </message>
    <message>
        <source>Remove Accept from this server&apos;s headers.</source>
        <translation>이 서버의 헤더에서 Accept를 빼세요.</translation>
    </message>
    <message>
        <source>Remove the revision from the extra _meta, or keep it to see this error.</source>
        <translation>추가 _meta에서 개정판을 빼거나, 이 오류를 보려면 그대로 두세요.</translation>
    </message>
    <message>
        <source>Renew the certificate on the server; check the clock.</source>
        <translation>서버에서 인증서를 갱신하고 시계를 확인하세요.</translation>
    </message>
    <message>
        <source>Run it with its interpreter: {runner} {command}. Or: chmod +x {program}</source>
        <translation>인터프리터로 실행하세요: {runner} {command}. 또는: chmod +x {program}</translation>
    </message>
    <message>
        <source>Run its command in a terminal to see more, then restart it.</source>
        <translation>자세히 보려면 터미널에서 명령을 실행하고 다시 시작하세요.</translation>
    </message>
    <message>
        <source>Run npm install in the server&apos;s folder, or correct the path.</source>
        <translation>서버의 폴더에서 npm install을 실행하거나 경로를 고치세요.</translation>
    </message>
    <message>
        <source>Run the command in a terminal to see its output.</source>
        <translation>터미널에서 명령을 실행해 출력을 확인하세요.</translation>
    </message>
    <message>
        <source>SOCKS proxies are not supported</source>
        <translation>SOCKS 프록시는 지원하지 않습니다</translation>
    </message>
    <message>
        <source>Server error</source>
        <translation>서버 오류</translation>
    </message>
    <message>
        <source>Set the transport to auto, or try {}</source>
        <translation>전송을 auto로 하거나 {}을(를) 시도하세요</translation>
    </message>
    <message>
        <source>Set this server&apos;s proxy to http://user:password@host:port</source>
        <translation>이 서버의 프록시를 http://user:password@host:port 형식으로 지정하세요</translation>
    </message>
    <message>
        <source>Set {0} in this server&apos;s environment.</source>
        <translation>이 서버의 환경에 {0}을(를) 설정하세요.</translation>
    </message>
    <message>
        <source>Sign in, or add a header such as Authorization: Bearer …</source>
        <translation>로그인하거나 헤더를 추가하세요. 예: Authorization: Bearer …</translation>
    </message>
    <message>
        <source>Start Docker, then try again.</source>
        <translation>Docker를 시작한 뒤 다시 시도하세요.</translation>
    </message>
    <message>
        <source>Start the proxy, or correct its address: in this server&apos;s settings or in HTTP_PROXY.</source>
        <translation>프록시를 시작하거나 이 서버의 설정 또는 HTTP_PROXY에서 주소를 고치세요.</translation>
    </message>
    <message>
        <source>Start the server, or correct the host and port.</source>
        <translation>서버를 시작하거나 호스트와 포트를 고치세요.</translation>
    </message>
    <message>
        <source>Start the service there, or correct the address.</source>
        <translation>그곳의 서비스를 시작하거나 주소를 고치세요.</translation>
    </message>
    <message>
        <source>Stop the other program, or give the server another port. A server that listens on a port is not a stdio server: connect to its URL.</source>
        <translation>그 프로그램을 끝내거나 서버에 다른 포트를 지정하세요. 포트에서 수신 대기하는 서버는 stdio 서버가 아니므로 URL로 연결하세요.</translation>
    </message>
    <message>
        <source>The URL {!r} cannot be used for a WebSocket.</source>
        <translation>URL {!r}을(를) WebSocket에 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>The URL {!r} cannot be used.</source>
        <translation>URL {!r}을(를) 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>The certificate file {path} cannot be used: {words}.</source>
        <translation>인증서 파일 {path}을(를) 쓸 수 없습니다: {words}.</translation>
    </message>
    <message>
        <source>The certificate file {} does not exist.</source>
        <translation>인증서 파일 {}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The command is empty.</source>
        <translation>명령이 비어 있습니다.</translation>
    </message>
    <message>
        <source>The command {!r} was not found.</source>
        <translation>명령 {!r}을(를) 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>The configuration uses variables that are not set: nothing was started.</source>
        <translation>설정에 값이 없는 변수가 있어 아무것도 시작하지 않았습니다.</translation>
    </message>
    <message>
        <source>The connection closed before {} got a response.</source>
        <translation>{}의 응답이 오기 전에 연결이 닫혔습니다.</translation>
    </message>
    <message>
        <source>The connection closed.</source>
        <translation>연결이 닫혔습니다.</translation>
    </message>
    <message>
        <source>The connection failed.</source>
        <translation>연결에 실패했습니다.</translation>
    </message>
    <message>
        <source>The first event of the stream is {!r}, not &apos;endpoint&apos;.</source>
        <translation>스트림의 첫 이벤트가 &apos;endpoint&apos;가 아니라 {!r}입니다.</translation>
    </message>
    <message>
        <source>The program runs, but it does not speak MCP on this transport, or it is still starting.</source>
        <translation>프로그램은 실행되지만 이 전송 방식으로 MCP를 쓰지 않거나 아직 시작 중입니다.</translation>
    </message>
    <message>
        <source>The program runs, but it does not speak MCP on this transport, or it is still starting; stderr is empty.</source>
        <translation>프로그램은 실행되지만 이 전송 방식으로 MCP를 쓰지 않거나 아직 시작 중입니다. stderr는 비어 있습니다.</translation>
    </message>
    <message>
        <source>The program runs, but it is not an MCP server on stdio, or it writes its responses elsewhere.</source>
        <translation>프로그램은 실행되지만 stdio MCP 서버가 아니거나 응답을 다른 곳에 씁니다.</translation>
    </message>
    <message>
        <source>The proxy in front of the server got no valid response</source>
        <translation>서버 앞의 프록시가 올바른 응답을 받지 못했습니다</translation>
    </message>
    <message>
        <source>The proxy in front of the server timed out</source>
        <translation>서버 앞의 프록시에서 시간이 초과되었습니다</translation>
    </message>
    <message>
        <source>The proxy requires a password</source>
        <translation>프록시가 비밀번호를 요구합니다</translation>
    </message>
    <message>
        <source>The proxy {} cannot be used.</source>
        <translation>프록시 {}을(를) 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>The server cannot respond in any requested format</source>
        <translation>서버가 요청한 형식으로 응답할 수 없습니다</translation>
    </message>
    <message>
        <source>The server did not respond within {:g} s.</source>
        <translation>서버가 {:g}초 안에 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>The server does not accept JSON here</source>
        <translation>서버가 여기서 JSON을 받지 않습니다</translation>
    </message>
    <message>
        <source>The server does not accept this host name</source>
        <translation>서버가 이 호스트 이름을 받지 않습니다</translation>
    </message>
    <message>
        <source>The server does not accept this kind of request here</source>
        <translation>서버가 여기서 이런 종류의 요청을 받지 않습니다</translation>
    </message>
    <message>
        <source>The server does not support POST</source>
        <translation>서버가 POST를 지원하지 않습니다</translation>
    </message>
    <message>
        <source>The server exited ({how}) while {names} was running.</source>
        <translation>{names} 실행 중에 서버가 종료되었습니다({how}).</translation>
    </message>
    <message>
        <source>The server exited ({}).</source>
        <translation>서버가 종료되었습니다({}).</translation>
    </message>
    <message>
        <source>The server exited before it responded ({}).</source>
        <translation>서버가 응답하기 전에 종료되었습니다({}).</translation>
    </message>
    <message>
        <source>The server is slow or stuck, or whatever listens at this address does not speak MCP.</source>
        <translation>서버가 느리거나 멈췄거나, 이 주소에서 응답하는 것이 MCP 서버가 아닙니다.</translation>
    </message>
    <message>
        <source>The server is unavailable</source>
        <translation>서버를 사용할 수 없습니다</translation>
    </message>
    <message>
        <source>The server may have completed the work anyway; check before you run it again.</source>
        <translation>그래도 서버가 작업을 마쳤을 수 있습니다. 다시 실행하기 전에 확인하세요.</translation>
    </message>
    <message>
        <source>The server redirects elsewhere</source>
        <translation>서버가 다른 곳으로 리디렉션합니다</translation>
    </message>
    <message>
        <source>The server redirects to another address: {}</source>
        <translation>서버가 다른 주소로 리디렉션합니다: {}</translation>
    </message>
    <message>
        <source>The server rejected the request</source>
        <translation>서버가 요청을 거부했습니다</translation>
    </message>
    <message>
        <source>The server rejects this client</source>
        <translation>서버가 이 클라이언트를 거부합니다</translation>
    </message>
    <message>
        <source>The server requires authorization</source>
        <translation>서버에 인증이 필요합니다</translation>
    </message>
    <message>
        <source>The server responded with something that is not JSON in UTF-8.</source>
        <translation>서버의 응답이 UTF-8 JSON이 아닙니다.</translation>
    </message>
    <message>
        <source>The server responded {} instead of opening a WebSocket.</source>
        <translation>서버가 WebSocket을 여는 대신 {}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>The server responded {} with a web page (HTML) instead of MCP.</source>
        <translation>서버가 MCP 대신 웹 페이지(HTML)로 {} 응답했습니다.</translation>
    </message>
    <message>
        <source>The server responded {} with an empty body instead of MCP.</source>
        <translation>서버가 MCP 대신 빈 본문으로 {} 응답했습니다.</translation>
    </message>
    <message>
        <source>The server responded {} with something other than MCP.</source>
        <translation>서버가 MCP가 아닌 내용으로 {} 응답했습니다.</translation>
    </message>
    <message>
        <source>The server responded, but sent no endpoint within {:g} s.</source>
        <translation>서버가 응답했지만 {:g}초 안에 엔드포인트를 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>The server supports a different MCP revision than the one requested, or it rejects this client.</source>
        <translation>서버가 요청한 것과 다른 MCP 개정판을 지원하거나 이 클라이언트를 거부합니다.</translation>
    </message>
    <message>
        <source>The server&apos;s message endpoint cannot be used: {}.</source>
        <translation>서버의 메시지 엔드포인트를 쓸 수 없습니다: {}.</translation>
    </message>
    <message>
        <source>The stream of {} ended without a response.</source>
        <translation>{}의 스트림이 응답 없이 끝났습니다.</translation>
    </message>
    <message>
        <source>The working directory {} does not exist.</source>
        <translation>작업 폴더 {}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The working directory {} is a file, not a folder.</source>
        <translation>작업 폴더 {}은(는) 폴더가 아니라 파일입니다.</translation>
    </message>
    <message>
        <source>There is no HTTP+SSE stream at this address</source>
        <translation>이 주소에는 HTTP+SSE 스트림이 없습니다</translation>
    </message>
    <message>
        <source>There is no command {!r}.</source>
        <translation>{!r}(이)라는 명령이 없습니다.</translation>
    </message>
    <message>
        <source>There is nothing at this address</source>
        <translation>이 주소에는 아무것도 없습니다</translation>
    </message>
    <message>
        <source>This must be fixed in the server.</source>
        <translation>서버에서 고쳐야 합니다.</translation>
    </message>
    <message>
        <source>This server&apos;s extra _meta sets revision {overridden}. {cause}</source>
        <translation>이 서버의 추가 _meta가 개정판 {overridden}을(를) 지정합니다. {cause}</translation>
    </message>
    <message>
        <source>Too many requests to the server</source>
        <translation>서버에 요청을 너무 많이 보냈습니다</translation>
    </message>
    <message>
        <source>Trust its certificate (or that of its authority): set SSL_CERT_FILE to the file, or &quot;verify&quot; in the server&apos;s entry in servers.json. For a test server, &quot;verify&quot;: false turns the checks off.</source>
        <translation>그 인증서(또는 기관의 인증서)를 신뢰하세요. SSL_CERT_FILE이나 servers.json 항목의 &quot;verify&quot;에 파일을 지정합니다. 시험용 서버라면 &quot;verify&quot;: false로 확인을 끌 수 있습니다.</translation>
    </message>
    <message>
        <source>Trust the authority&apos;s certificate: set SSL_CERT_FILE to the file, or &quot;verify&quot; in the server&apos;s entry in servers.json.</source>
        <translation>기관의 인증서를 신뢰하세요. SSL_CERT_FILE이나 servers.json 항목의 &quot;verify&quot;에 파일을 지정합니다.</translation>
    </message>
    <message>
        <source>Try again, or increase the timeout.</source>
        <translation>다시 시도하거나 시간 제한을 늘리세요.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>다시 시도하세요.</translation>
    </message>
    <message>
        <source>Try https://{}</source>
        <translation>https://{}을(를) 시도하세요</translation>
    </message>
    <message>
        <source>Turn off compression on the server, or fix it.</source>
        <translation>서버에서 압축을 끄거나 고치세요.</translation>
    </message>
    <message>
        <source>Unlock it and try again, or choose another secret store in the settings.</source>
        <translation>잠금을 풀고 다시 시도하거나, 설정에서 다른 비밀 값 저장소를 고르세요.</translation>
    </message>
    <message>
        <source>Update the server or this program.</source>
        <translation>서버나 이 프로그램을 업데이트하세요.</translation>
    </message>
    <message>
        <source>Use a host name the certificate is valid for.</source>
        <translation>인증서가 유효한 호스트 이름을 쓰세요.</translation>
    </message>
    <message>
        <source>Use a host name the server allows, or allow this one on the server.</source>
        <translation>서버가 허용하는 호스트 이름을 쓰거나, 서버에서 이 이름을 허용하세요.</translation>
    </message>
    <message>
        <source>Use a program inside it.</source>
        <translation>그 안의 프로그램을 쓰세요.</translation>
    </message>
    <message>
        <source>Use an HTTP proxy (http://host:port), or exclude this host with NO_PROXY.</source>
        <translation>HTTP 프록시(http://host:port)를 넣거나 NO_PROXY로 이 호스트를 빼세요.</translation>
    </message>
    <message>
        <source>Use http:// instead of https://, or the port for HTTPS.</source>
        <translation>https:// 대신 http://를 쓰거나 HTTPS용 포트를 쓰세요.</translation>
    </message>
    <message>
        <source>Use ws:// instead of wss://, or the port for wss://.</source>
        <translation>wss:// 대신 ws://를 쓰거나 wss://용 포트를 쓰세요.</translation>
    </message>
    <message>
        <source>Wait {} s, then try again.</source>
        <translation>{}초 기다렸다가 다시 시도하세요.</translation>
    </message>
    <message>
        <source>Wait, then try again.</source>
        <translation>기다렸다가 다시 시도하세요.</translation>
    </message>
    <message>
        <source>What it writes to stdout is not an MCP message (servers must write other output to stderr).</source>
        <translation>stdout에 쓰는 것이 MCP 메시지가 아닙니다(다른 출력은 stderr에 써야 합니다).</translation>
    </message>
    <message>
        <source>a command it runs does not exist</source>
        <translation>실행하는 명령이 없습니다</translation>
    </message>
    <message>
        <source>a different kind of server is listening at {host} port {port}, or it expects https://</source>
        <translation>{host} 포트 {port}에서 다른 종류의 서버가 수신 대기하거나 https://를 기대합니다</translation>
    </message>
    <message>
        <source>a header name or value contains a line break or another control character</source>
        <translation>헤더의 이름이나 값에 줄 바꿈이나 다른 제어 문자가 있습니다</translation>
    </message>
    <message>
        <source>a message was larger than the server accepts</source>
        <translation>메시지가 서버가 받는 것보다 컸습니다</translation>
    </message>
    <message>
        <source>a required value is missing</source>
        <translation>필수 값이 없습니다</translation>
    </message>
    <message>
        <source>a system library the server needs is missing</source>
        <translation>서버에 필요한 시스템 라이브러리가 없습니다</translation>
    </message>
    <message>
        <source>an error inside the server</source>
        <translation>서버 안의 오류</translation>
    </message>
    <message>
        <source>arguments and environment variables are too long together</source>
        <translation>인수와 환경 변수를 합친 것이 너무 깁니다</translation>
    </message>
    <message>
        <source>authenticate to {} with a client certificate</source>
        <translation>클라이언트 인증서로 {}에 인증</translation>
    </message>
    <message>
        <source>bunx comes with Bun: install Bun (bun.sh)</source>
        <translation>bunx는 Bun에 들어 있습니다. Bun을 설치하세요(bun.sh)</translation>
    </message>
    <message>
        <source>communicate with {}</source>
        <translation>{}와(과) 통신</translation>
    </message>
    <message>
        <source>connect to {}</source>
        <translation>{}에 연결</translation>
    </message>
    <message>
        <source>did you mean {}?</source>
        <translation>{}을(를) 뜻했나요?</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>비어 있습니다</translation>
    </message>
    <message>
        <source>environment variable {0} is missing</source>
        <translation>환경 변수 {0}이(가) 없습니다</translation>
    </message>
    <message>
        <source>environment variables {0} are missing</source>
        <translation>환경 변수 {0}이(가) 없습니다</translation>
    </message>
    <message>
        <source>install Bun (bun.sh)</source>
        <translation>Bun을 설치하세요(bun.sh)</translation>
    </message>
    <message>
        <source>install Deno (deno.com)</source>
        <translation>Deno를 설치하세요(deno.com)</translation>
    </message>
    <message>
        <source>install Docker and start it (docs.docker.com)</source>
        <translation>Docker를 설치하고 시작하세요(docs.docker.com)</translation>
    </message>
    <message>
        <source>install Go (go.dev)</source>
        <translation>Go를 설치하세요(go.dev)</translation>
    </message>
    <message>
        <source>install Node.js 20 or newer (nodejs.org, or your package manager)</source>
        <translation>Node.js 20 이상을 설치하세요(nodejs.org 또는 패키지 관리자)</translation>
    </message>
    <message>
        <source>install Python 3 (python.org, or your package manager)</source>
        <translation>Python 3을 설치하세요(python.org 또는 패키지 관리자)</translation>
    </message>
    <message>
        <source>install Python 3; on many systems the command is python3</source>
        <translation>Python 3을 설치하세요. 많은 시스템에서 명령은 python3입니다</translation>
    </message>
    <message>
        <source>install Rust (rustup.rs)</source>
        <translation>Rust를 설치하세요(rustup.rs)</translation>
    </message>
    <message>
        <source>install a Java runtime, version 17 or newer</source>
        <translation>Java 런타임 17 이상을 설치하세요</translation>
    </message>
    <message>
        <source>install pipx (pipx.pypa.io)</source>
        <translation>pipx를 설치하세요(pipx.pypa.io)</translation>
    </message>
    <message>
        <source>install the .NET SDK (dotnet.microsoft.com)</source>
        <translation>.NET SDK를 설치하세요(dotnet.microsoft.com)</translation>
    </message>
    <message>
        <source>install uv (docs.astral.sh/uv)</source>
        <translation>uv를 설치하세요(docs.astral.sh/uv)</translation>
    </message>
    <message>
        <source>it could not be started</source>
        <translation>시작하지 못했습니다</translation>
    </message>
    <message>
        <source>it does not begin with http:// or https://</source>
        <translation>http:// 또는 https://로 시작하지 않습니다</translation>
    </message>
    <message>
        <source>it does not begin with ws:// or wss://</source>
        <translation>ws:// 또는 wss://로 시작하지 않습니다</translation>
    </message>
    <message>
        <source>it exited on its own, without an error</source>
        <translation>오류 없이 스스로 종료되었습니다</translation>
    </message>
    <message>
        <source>it expects another protocol revision, a session ID or another kind of request</source>
        <translation>다른 프로토콜 개정판, 세션 id 또는 다른 종류의 요청을 기대합니다</translation>
    </message>
    <message>
        <source>it has no host</source>
        <translation>호스트가 없습니다</translation>
    </message>
    <message>
        <source>it is a WebSocket URL, but the transport is HTTP</source>
        <translation>WebSocket URL인데 전송 방식이 HTTP입니다</translation>
    </message>
    <message>
        <source>it is not an MCP server on stdio, or it needs an argument to become one (often `stdio`)</source>
        <translation>stdio MCP 서버가 아니거나 인수(흔히 `stdio`)가 필요합니다</translation>
    </message>
    <message>
        <source>it is starting or overloaded</source>
        <translation>시작하는 중이거나 과부하입니다</translation>
    </message>
    <message>
        <source>it lacks a permission (exit code 77)</source>
        <translation>권한이 없습니다(종료 코드 77)</translation>
    </message>
    <message>
        <source>it must contain a certificate and its private key in PEM format, the key without a passphrase</source>
        <translation>PEM 형식의 인증서와 개인 키가 있어야 하며, 키에는 암호 구문이 없어야 합니다</translation>
    </message>
    <message>
        <source>it must contain one or more certificates in PEM format (-----BEGIN CERTIFICATE-----)</source>
        <translation>PEM 형식(-----BEGIN CERTIFICATE-----)의 인증서가 하나 이상 있어야 합니다</translation>
    </message>
    <message>
        <source>it protects against DNS rebinding and does not recognize the request&apos;s Host</source>
        <translation>DNS 리바인딩을 막으며, 요청의 Host를 인식하지 못합니다</translation>
    </message>
    <message>
        <source>it rejected its arguments (exit code 2)</source>
        <translation>인수를 거부했습니다(종료 코드 2)</translation>
    </message>
    <message>
        <source>it rejected its arguments (exit code 64)</source>
        <translation>인수를 거부했습니다(종료 코드 64)</translation>
    </message>
    <message>
        <source>it was asked to stop</source>
        <translation>종료 요청을 받았습니다</translation>
    </message>
    <message>
        <source>it was killed, often by the system because memory ran out</source>
        <translation>강제 종료되었습니다. 메모리가 부족해 시스템이 종료한 경우가 많습니다</translation>
    </message>
    <message>
        <source>its configuration is wrong (exit code 78)</source>
        <translation>설정이 잘못되었습니다(종료 코드 78)</translation>
    </message>
    <message>
        <source>its first line names {}, which does not exist</source>
        <translation>첫 줄에 적힌 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>its loader or a library is missing</source>
        <translation>로더나 라이브러리가 없습니다</translation>
    </message>
    <message>
        <source>its origin differs from {}</source>
        <translation>{}와(과) 출처가 다릅니다</translation>
    </message>
    <message>
        <source>its stderr says why</source>
        <translation>stderr에 이유가 있습니다</translation>
    </message>
    <message>
        <source>no exit code</source>
        <translation>종료 코드 없음</translation>
    </message>
    <message>
        <source>no program is listening at {host} port {port}: the proxy is not running, or its address is wrong</source>
        <translation>{host} 포트 {port}에서 수신 중인 프로그램이 없습니다. 프록시가 실행 중이 아니거나 주소가 잘못되었습니다</translation>
    </message>
    <message>
        <source>no program is listening at {host} port {port}: the server is not running, or it listens elsewhere</source>
        <translation>{host} 포트 {port}에서 수신 대기하는 프로그램이 없습니다. 서버가 실행 중이 아니거나 다른 포트를 씁니다</translation>
    </message>
    <message>
        <source>no token was sent, or it has expired</source>
        <translation>토큰을 보내지 않았거나 만료되었습니다</translation>
    </message>
    <message>
        <source>not a URL: {}</source>
        <translation>URL이 아닙니다: {}</translation>
    </message>
    <message>
        <source>not an HTTP proxy URL</source>
        <translation>HTTP 프록시의 URL이 아닙니다</translation>
    </message>
    <message>
        <source>npm comes with Node.js: install Node.js 20 or newer (nodejs.org, or your package manager)</source>
        <translation>npm은 Node.js에 들어 있습니다. Node.js 20 이상을 설치하세요(nodejs.org 또는 패키지 관리자)</translation>
    </message>
    <message>
        <source>npm could not reach its registry</source>
        <translation>npm이 레지스트리에 연결하지 못했습니다</translation>
    </message>
    <message>
        <source>npm does not know this package: the name or version is wrong</source>
        <translation>npm이 이 패키지를 모릅니다. 이름이나 버전이 틀렸습니다</translation>
    </message>
    <message>
        <source>npx comes with Node.js: install Node.js 20 or newer (nodejs.org, or your package manager)</source>
        <translation>npx는 Node.js에 들어 있습니다. Node.js 20 이상을 설치하세요(nodejs.org 또는 패키지 관리자)</translation>
    </message>
    <message>
        <source>npx tsx</source>
        <translation>npx tsx</translation>
    </message>
    <message>
        <source>open a WebSocket to {}</source>
        <translation>{}에 WebSocket 열기</translation>
    </message>
    <message>
        <source>open the event stream {} (HTTP+SSE, 2024-11-05)</source>
        <translation>이벤트 스트림 {} 열기(HTTP+SSE, 2024-11-05)</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>메모리가 모자랍니다</translation>
    </message>
    <message>
        <source>read {}</source>
        <translation>{} 읽기</translation>
    </message>
    <message>
        <source>redirects are not followed, because they could send your headers to another site</source>
        <translation>헤더가 다른 사이트로 전송될 수 있어 리디렉션을 따라가지 않습니다</translation>
    </message>
    <message>
        <source>sign-in required</source>
        <translation>로그인이 필요합니다</translation>
    </message>
    <message>
        <source>something is listening at {host} port {port}, but it is not a WebSocket server, it is stuck, or it expects wss://</source>
        <translation>{host} 포트 {port}에서 수신 대기하는 것이 WebSocket 서버가 아니거나, 멈췄거나, wss://를 기대합니다</translation>
    </message>
    <message>
        <source>start {tried}; looked for {command} in {count} folders of PATH</source>
        <translation>{tried} 시작. PATH의 폴더 {count}개에서 {command} 검색</translation>
    </message>
    <message>
        <source>start {}</source>
        <translation>{} 시작</translation>
    </message>
    <message>
        <source>start {} and speak MCP over stdin and stdout</source>
        <translation>{} 시작 후 stdin과 stdout으로 MCP 통신</translation>
    </message>
    <message>
        <source>start {} in that folder</source>
        <translation>그 폴더에서 {} 시작</translation>
    </message>
    <message>
        <source>stderr is empty</source>
        <translation>stderr가 비어 있습니다</translation>
    </message>
    <message>
        <source>the Accept header was changed: MCP requires application/json and text/event-stream</source>
        <translation>Accept 헤더가 바뀌었습니다. MCP에는 application/json과 text/event-stream이 필요합니다</translation>
    </message>
    <message>
        <source>the Content-Encoding header does not match the body</source>
        <translation>Content-Encoding 헤더가 본문과 맞지 않습니다</translation>
    </message>
    <message>
        <source>the Python module {0} is not installed in the Python that was started</source>
        <translation>실행한 Python에 모듈 {0}이(가) 설치되어 있지 않습니다</translation>
    </message>
    <message>
        <source>the URL is malformed</source>
        <translation>URL의 형식이 올바르지 않습니다</translation>
    </message>
    <message>
        <source>the URL points to a website or a sign-in page</source>
        <translation>URL이 웹 사이트나 로그인 페이지를 가리킵니다</translation>
    </message>
    <message>
        <source>the authority that signed it is unknown, or the server does not send its intermediate certificate</source>
        <translation>서명한 기관을 알 수 없거나, 서버가 중간 인증서를 보내지 않습니다</translation>
    </message>
    <message>
        <source>the certificate is not valid for {host}</source>
        <translation>{host}에 유효한 인증서가 아닙니다</translation>
    </message>
    <message>
        <source>the clock of this computer or of the server is wrong</source>
        <translation>이 컴퓨터나 서버의 시계가 틀렸습니다</translation>
    </message>
    <message>
        <source>the command cannot be executed (exit code 126)</source>
        <translation>명령을 실행할 수 없습니다(종료 코드 126)</translation>
    </message>
    <message>
        <source>the command was not found (exit code 127)</source>
        <translation>명령을 찾지 못했습니다(종료 코드 127)</translation>
    </message>
    <message>
        <source>the file has no execute permission, or its disk does not allow programs</source>
        <translation>파일에 실행 권한이 없거나, 디스크가 프로그램을 허용하지 않습니다</translation>
    </message>
    <message>
        <source>the file is neither a program for this system nor a script with an interpreter line</source>
        <translation>이 시스템의 프로그램도, 인터프리터를 지정한 스크립트도 아닙니다</translation>
    </message>
    <message>
        <source>the npm package has no executable, so npx cannot run it</source>
        <translation>npm 패키지에 실행 파일이 없어 npx로 실행할 수 없습니다</translation>
    </message>
    <message>
        <source>the path is wrong, or the file was moved</source>
        <translation>경로가 틀렸거나 파일이 옮겨졌습니다</translation>
    </message>
    <message>
        <source>the path of the URL is wrong, or the session has ended</source>
        <translation>URL의 경로가 틀렸거나 세션이 끝났습니다</translation>
    </message>
    <message>
        <source>the port speaks plain HTTP</source>
        <translation>포트가 암호화 없는 HTTP를 씁니다</translation>
    </message>
    <message>
        <source>the program is not installed, or its folder is not on PATH</source>
        <translation>프로그램이 설치되어 있지 않거나 그 폴더가 PATH에 없습니다</translation>
    </message>
    <message>
        <source>the program is not installed, or its folder is not on PATH; did you mean {}?</source>
        <translation>프로그램이 설치되어 있지 않거나 그 폴더가 PATH에 없습니다. {}을(를) 뜻했나요?</translation>
    </message>
    <message>
        <source>the program was built for another processor</source>
        <translation>프로그램이 다른 프로세서용으로 만들어졌습니다</translation>
    </message>
    <message>
        <source>the proxy cannot reach the server, or is not allowed to</source>
        <translation>프록시가 서버에 연결할 수 없거나 허용되지 않습니다</translation>
    </message>
    <message>
        <source>the proxy&apos;s URL contains no user and password, or they are wrong</source>
        <translation>프록시 URL에 사용자와 비밀번호가 없거나 잘못되었습니다</translation>
    </message>
    <message>
        <source>the server aborted</source>
        <translation>서버가 중단(abort)되었습니다</translation>
    </message>
    <message>
        <source>the server behind it is down or starting</source>
        <translation>뒤의 서버가 멈췄거나 시작 중입니다</translation>
    </message>
    <message>
        <source>the server behind it is slow, or the proxy blocks streaming</source>
        <translation>뒤의 서버가 느리거나 프록시가 스트림을 통과시키지 않습니다</translation>
    </message>
    <message>
        <source>the server cannot connect to {0}: nothing is listening there</source>
        <translation>서버가 {0}에 연결할 수 없습니다. 그곳에서 수신 대기하는 것이 없습니다</translation>
    </message>
    <message>
        <source>the server could not read what was sent</source>
        <translation>서버가 보낸 것을 읽지 못했습니다</translation>
    </message>
    <message>
        <source>the server crashed (a memory error in native code)</source>
        <translation>서버가 충돌했습니다(네이티브 코드의 메모리 오류)</translation>
    </message>
    <message>
        <source>the server crashed or restarted, a proxy ended a long stream, or the port expects https://</source>
        <translation>서버가 충돌했거나 다시 시작했거나, 프록시가 긴 스트림을 끊었거나, 포트가 https://를 기대합니다</translation>
    </message>
    <message>
        <source>the server crashed or was stopped, or a proxy ended an idle connection: there was no close frame</source>
        <translation>서버가 충돌했거나 멈췄거나, 프록시가 쉬는 연결을 끊었습니다. 닫기 프레임이 오지 않았습니다</translation>
    </message>
    <message>
        <source>the server does not accept these arguments</source>
        <translation>서버가 이 인수들을 받지 않습니다</translation>
    </message>
    <message>
        <source>the server does not accept this kind of data</source>
        <translation>서버가 이런 종류의 데이터를 받지 않습니다</translation>
    </message>
    <message>
        <source>the server ended the connection; the close code says why</source>
        <translation>서버가 연결을 끝내기로 했습니다. 닫기 코드에 이유가 있습니다</translation>
    </message>
    <message>
        <source>the server has no permission for a file it needs</source>
        <translation>서버에 필요한 파일의 권한이 없습니다</translation>
    </message>
    <message>
        <source>the server is overloaded</source>
        <translation>서버가 과부하입니다</translation>
    </message>
    <message>
        <source>the server is restarting</source>
        <translation>서버가 재시작 중입니다</translation>
    </message>
    <message>
        <source>the server is shutting down or restarting</source>
        <translation>서버가 종료 또는 재시작 중입니다</translation>
    </message>
    <message>
        <source>the server is slow or not responding</source>
        <translation>서버가 느리거나 응답하지 않습니다</translation>
    </message>
    <message>
        <source>the server limits the request rate</source>
        <translation>요청 횟수를 제한합니다</translation>
    </message>
    <message>
        <source>the server needs another version of its language, or its code has an error</source>
        <translation>서버에 다른 언어 버전이 필요하거나 코드에 오류가 있습니다</translation>
    </message>
    <message>
        <source>the server needs another version of its language: {0}</source>
        <translation>서버에 다른 언어 버전이 필요합니다: {0}</translation>
    </message>
    <message>
        <source>the server rejects this client ({})</source>
        <translation>서버가 이 클라이언트를 거부합니다({})</translation>
    </message>
    <message>
        <source>the server stopped during the request, or the port expects https:// or is not an HTTP port</source>
        <translation>서버가 요청 도중에 멈췄거나, 포트가 https://를 기대하거나 HTTP 포트가 아닙니다</translation>
    </message>
    <message>
        <source>the server stopped with a Python error</source>
        <translation>서버가 Python 오류로 멈췄습니다</translation>
    </message>
    <message>
        <source>the server tried to reach an unknown host</source>
        <translation>서버가 알 수 없는 호스트에 연결하려 했습니다</translation>
    </message>
    <message>
        <source>the server tried to reach an unknown host: {0}</source>
        <translation>서버가 알 수 없는 호스트에 연결하려 했습니다: {0}</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not signed by an authority this computer trusts</source>
        <translation>이 컴퓨터가 신뢰하는 기관이 서명한 인증서가 아닙니다</translation>
    </message>
    <message>
        <source>the server&apos;s certificate was not renewed, or this computer&apos;s clock is wrong</source>
        <translation>서버의 인증서를 갱신하지 않았거나 이 컴퓨터의 시계가 틀렸습니다</translation>
    </message>
    <message>
        <source>the server&apos;s network port is already in use</source>
        <translation>서버의 네트워크 포트를 이미 다른 프로그램이 쓰고 있습니다</translation>
    </message>
    <message>
        <source>the server, or a proxy in front of it, does not follow RFC 6455</source>
        <translation>서버나 그 앞의 프록시가 RFC 6455를 따르지 않습니다</translation>
    </message>
    <message>
        <source>the server, or a proxy in front of it, does not know its public address</source>
        <translation>서버나 그 앞의 프록시가 자신의 공개 주소를 모릅니다</translation>
    </message>
    <message>
        <source>the server, or a proxy in front of it, sends frames that RFC 6455 forbids</source>
        <translation>서버나 그 앞의 프록시가 RFC 6455에서 금지한 프레임을 보냅니다</translation>
    </message>
    <message>
        <source>the server, or a proxy, considers what was sent a WebSocket protocol violation</source>
        <translation>서버나 프록시가 보낸 것을 WebSocket 프로토콜 위반으로 봅니다</translation>
    </message>
    <message>
        <source>the token does not permit it, or the server rejects the request&apos;s Host or Origin</source>
        <translation>토큰의 권한이 부족하거나, 서버가 요청의 Host나 Origin을 받지 않습니다</translation>
    </message>
    <message>
        <source>the two sides have no secure settings in common, or the server requires a client certificate</source>
        <translation>양쪽이 공통으로 지원하는 보안 설정이 없거나 서버가 클라이언트 인증서를 요구합니다</translation>
    </message>
    <message>
        <source>the whole command line was entered as the command: arguments go in their own list</source>
        <translation>명령줄 전체가 명령에 들어갔습니다. 인수는 인수 목록에 넣어야 합니다</translation>
    </message>
    <message>
        <source>there is no WebSocket at this address; the path is wrong, or the server uses MCP over HTTP</source>
        <translation>이 주소에는 WebSocket이 없습니다. 경로가 틀렸거나 서버가 HTTP로 MCP를 씁니다</translation>
    </message>
    <message>
        <source>there is no port {}</source>
        <translation>포트 {}이(가) 없음</translation>
    </message>
    <message>
        <source>this computer has no network route to {host}</source>
        <translation>이 컴퓨터에서 {host}(으)로 가는 네트워크 경로가 없습니다</translation>
    </message>
    <message>
        <source>this computer is offline, or its DNS server cannot be reached</source>
        <translation>이 컴퓨터가 오프라인이거나 DNS 서버에 연결할 수 없습니다</translation>
    </message>
    <message>
        <source>this is a different kind of WebSocket server, or uses a different MCP convention</source>
        <translation>다른 종류의 WebSocket 서버이거나 MCP 규약이 다릅니다</translation>
    </message>
    <message>
        <source>this is a different kind of event stream, or the server uses Streamable HTTP</source>
        <translation>다른 종류의 이벤트 스트림이거나 서버가 Streamable HTTP를 씁니다</translation>
    </message>
    <message>
        <source>this is a web server, not an MCP server; {}</source>
        <translation>MCP 서버가 아니라 웹 서버입니다. {}</translation>
    </message>
    <message>
        <source>this is not an MCP endpoint</source>
        <translation>MCP 엔드포인트가 아닙니다</translation>
    </message>
    <message>
        <source>this is not an MCP server&apos;s event stream, or a proxy is holding it back</source>
        <translation>MCP 서버의 이벤트 스트림이 아니거나 프록시가 스트림을 지연시키고 있습니다</translation>
    </message>
    <message>
        <source>this is not an MCP server: it only serves files or pages</source>
        <translation>MCP 서버가 아니라 파일이나 페이지만 제공하는 서버입니다</translation>
    </message>
    <message>
        <source>this is the address of a Streamable HTTP server, or the path of the URL is wrong</source>
        <translation>Streamable HTTP 서버의 주소이거나 URL의 경로가 틀렸습니다</translation>
    </message>
    <message>
        <source>this is the address of an older HTTP+SSE server, or not an MCP endpoint</source>
        <translation>옛 HTTP+SSE 서버의 주소이거나 MCP 엔드포인트가 아닙니다</translation>
    </message>
    <message>
        <source>this program has too many files open</source>
        <translation>이 프로그램이 연 파일이 너무 많습니다</translation>
    </message>
    <message>
        <source>trust its certificates for {}</source>
        <translation>{}에 이 인증서 신뢰</translation>
    </message>
    <message>
        <source>use the proxy in this server&apos;s settings</source>
        <translation>이 서버의 설정에 있는 프록시 사용</translation>
    </message>
    <message>
        <source>use the proxy set in the environment (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY)</source>
        <translation>환경 변수(HTTP_PROXY, HTTPS_PROXY, ALL_PROXY)에 설정된 프록시 사용</translation>
    </message>
    <message>
        <source>uv cannot find this package: the name or version is wrong</source>
        <translation>uv가 이 패키지를 찾지 못합니다. 이름이나 버전이 틀렸습니다</translation>
    </message>
    <message>
        <source>uvx comes with uv: install uv (docs.astral.sh/uv)</source>
        <translation>uvx는 uv에 들어 있습니다. uv를 설치하세요(docs.astral.sh/uv)</translation>
    </message>
    <message>
        <source>what was sent violates a policy of the server; often a token is missing or not allowed</source>
        <translation>보낸 것이 서버의 정책에 어긋납니다. 토큰이 없거나 허용되지 않는 경우가 많습니다</translation>
    </message>
    <message>
        <source>{command} could not be started: {error}.</source>
        <translation>{command}을(를) 시작하지 못했습니다: {error}.</translation>
    </message>
    <message>
        <source>{happened} (HTTP {status}).</source>
        <translation>{happened} (HTTP {status}).</translation>
    </message>
    <message>
        <source>{host} does not exist: the name is misspelled, or only known inside another network (VPN)</source>
        <translation>{host} 호스트가 없습니다. 이름이 틀렸거나 다른 네트워크(VPN) 안에서만 알려져 있습니다</translation>
    </message>
    <message>
        <source>{host} does not respond on port {port}: a firewall drops the packets, or the host is down</source>
        <translation>{host}이(가) 포트 {port}에서 응답하지 않습니다. 방화벽이 패킷을 버리거나 호스트가 꺼져 있습니다</translation>
    </message>
    <message>
        <source>{host} port {port} expects plain ws://, or the server rejects this kind of TLS</source>
        <translation>{host} 포트 {port}이(가) 암호화 없는 ws://를 기대하거나 서버가 이런 TLS를 거부합니다</translation>
    </message>
    <message>
        <source>{} (does not exist)</source>
        <translation>{}(없음)</translation>
    </message>
    <message>
        <source>{} could not be started: its interpreter is missing.</source>
        <translation>인터프리터가 없어 {}을(를) 시작하지 못했습니다.</translation>
    </message>
    <message>
        <source>{} does not exist.</source>
        <translation>{}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>{} is a folder, not a program.</source>
        <translation>{}은(는) 프로그램이 아니라 폴더입니다.</translation>
    </message>
    <message>
        <source>{} is not executable.</source>
        <translation>{}에 실행 권한이 없습니다.</translation>
    </message>
    <message>
        <source>{} or {}</source>
        <translation>{} 또는 {}</translation>
    </message>
    <message>
        <source>{}, or use the full path.</source>
        <translation>{}, 또는 전체 경로를 쓰세요.</translation>
    </message>
    <message>
        <source>{}:// is not http:// or https://</source>
        <translation>{}://은 http:// 또는 https://가 아닙니다</translation>
    </message>
    <message>
        <source>“{name}” does not support revision {requested}.</source>
        <translation>“{name}”은(는) 개정판 {requested}을(를) 지원하지 않습니다.</translation>
    </message>
    <message>
        <source>“{name}” has no variable “{variable}”; available: {known}</source>
        <translation>“{name}”에 변수 “{variable}”이(가) 없습니다. 있는 것: {known}</translation>
    </message>
    <message>
        <source>“{name}” needs a value for {listed}.</source>
        <translation>“{name}”에 {listed}의 값이 필요합니다.</translation>
    </message>
    <message>
        <source>“{name}” needs values for {listed} and {count} more.</source>
        <translation>“{name}”에 {listed} 외 {count}개의 값이 필요합니다.</translation>
    </message>
    <message>
        <source>“{name}” needs values for {listed}.</source>
        <translation>“{name}”에 {listed}의 값이 필요합니다.</translation>
    </message>
    <message>
        <source>“{name}” requires the client capability {wanted}.</source>
        <translation>“{name}”에 클라이언트 기능(capability) {wanted}이(가) 필요합니다.</translation>
    </message>
    <message>
        <source>“{}” closed its output without responding.</source>
        <translation>“{}”이(가) 응답 없이 출력을 닫았습니다.</translation>
    </message>
    <message>
        <source>“{}” does not support the requested revision.</source>
        <translation>“{}”은(는) 요청한 개정판을 지원하지 않습니다.</translation>
    </message>
    <message>
        <source>“{}” is not responding.</source>
        <translation>“{}”이(가) 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>“{}” needs a secret, but the secret store cannot be opened.</source>
        <translation>“{}”에는 비밀 값이 필요한데 비밀 값 저장소가 열리지 않습니다.</translation>
    </message>
    <message>
        <source>“{}” requires a client capability that it does not name.</source>
        <translation>“{}”이(가) 클라이언트 기능(capability)을 요구하지만 어떤 것인지 밝히지 않습니다.</translation>
    </message>
    <message>
        <source>“{}” responded, but no protocol revision could be agreed on.</source>
        <translation>“{}”이(가) 응답했지만 프로토콜 개정판을 합의하지 못했습니다.</translation>
    </message>
    <message>
        <source>“{}” was not started: its environment file cannot be used.</source>
        <translation>“{}”을(를) 시작하지 않았습니다. 환경 변수 파일을 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>… {} more lines …</source>
        <translation>… {}줄 더 …</translation>
    </message>
</context>
<context>
    <name>ConsolePanel</name>
    <message>
        <source>1 line</source>
        <translation>1줄</translation>
    </message>
    <message>
        <source>Clear view; the timeline keeps every line</source>
        <translation>이 보기만 비웁니다. 타임라인에는 모든 줄이 남습니다</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>모두 복사</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>따라가기</translation>
    </message>
    <message>
        <source>No stderr output.</source>
        <translation>stderr 출력이 없습니다.</translation>
    </message>
    <message>
        <source>Server exited: {}</source>
        <translation>서버가 종료됨: {}</translation>
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
        <source>… {} more lines in the timeline …</source>
        <translation>… {}줄은 타임라인에 더 있습니다 …</translation>
    </message>
    <message>
        <source>── server started again ──</source>
        <translation>── 서버를 다시 시작함 ──</translation>
    </message>
</context>
<context>
    <name>ConstEditor</name>
    <message>
        <source>The only value the schema allows. It is sent when checked.</source>
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
        <source>Open in viewer</source>
        <translation>뷰어에서 열기</translation>
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
        <source>It is put back into the text exactly as shown here.</source>
        <translation>여기 보이는 그대로 텍스트에 다시 넣습니다.</translation>
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
        <source>{0} more are not shown here; the raw view has all of them.</source>
        <translation>{0}개는 여기에 표시되지 않습니다. 원문 보기에 모두 있습니다.</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source> or </source>
        <translation> 또는 </translation>
    </message>
    <message>
        <source>&quot;{name}&quot; has a &quot;command&quot; but transport &quot;{given}&quot;; commands use stdio</source>
        <translation>&quot;{name}&quot;에 &quot;command&quot;가 있는데 전송이 &quot;{given}&quot;입니다. 명령은 stdio를 씁니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; has neither &quot;command&quot; nor &quot;url&quot;; found: {keys}</source>
        <translation>&quot;{name}&quot;에 &quot;command&quot;도 &quot;url&quot;도 없습니다. 있는 것: {keys}</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; must be an object with &quot;command&quot; or &quot;url&quot;, not {entry}</source>
        <translation>&quot;{name}&quot;은(는) {entry}이(가) 아니라 &quot;command&quot;나 &quot;url&quot;이 있는 객체여야 합니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: &quot;args&quot; must be a list of strings, not {args}</source>
        <translation>&quot;{name}&quot;: &quot;args&quot;는 {args}이(가) 아니라 문자열 목록이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: &quot;command&quot; must be the program to start, not {command}</source>
        <translation>&quot;{name}&quot;: &quot;command&quot;는 {command}이(가) 아니라 시작할 프로그램이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: &quot;environment&quot; must be one of {known}, not {environment}</source>
        <translation>&quot;{name}&quot;: &quot;environment&quot;는 {environment}이(가) 아니라 {known} 가운데 하나여야 합니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: &quot;url&quot; must start with http://, https://, ws:// or wss://, not {url}</source>
        <translation>&quot;{name}&quot;: &quot;url&quot;은 {url}이(가) 아니라 http://, https://, ws:// 또는 wss://로 시작해야 합니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: &quot;{key}&quot; must be a positive number of seconds, not {given}</source>
        <translation>&quot;{name}&quot;: &quot;{key}&quot;은(는) {given}이(가) 아니라 0보다 큰 초여야 합니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: &quot;{key}&quot; must be a string, not {value}</source>
        <translation>&quot;{name}&quot;: &quot;{key}&quot;은(는) {value}이(가) 아니라 문자열이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: &quot;{key}&quot; must be an object of strings, not {value}</source>
        <translation>&quot;{name}&quot;: &quot;{key}&quot;은(는) {value}이(가) 아니라 값이 문자열인 객체여야 합니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: era {era} is not one of {era_choices}</source>
        <translation>&quot;{name}&quot;: 세대 {era}은(는) {era_choices} 가운데 하나가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;{name}&quot;: transport {given} is not one of {transport_choices}</source>
        <translation>&quot;{name}&quot;: 전송 {given}은(는) {transport_choices} 가운데 하나가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot; has both a command and a URL: remove one, or choose with &quot;type&quot;: &quot;stdio&quot; or &quot;http&quot;.</source>
        <translation>&quot;{}&quot;에 명령과 URL이 모두 있습니다. 하나를 빼거나 &quot;type&quot;: &quot;stdio&quot; 또는 &quot;http&quot;로 정하세요.</translation>
    </message>
    <message>
        <source>&quot;{}&quot;: &quot;args&quot; must be a list of strings such as [&quot;-y&quot;, &quot;package&quot;], not a single string</source>
        <translation>&quot;{}&quot;: &quot;args&quot;는 하나의 문자열이 아니라 [&quot;-y&quot;, &quot;package&quot;] 같은 문자열 목록이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot;: &quot;verify&quot; must be true, false or the path of a CA file</source>
        <translation>&quot;{}&quot;: &quot;verify&quot;는 true, false 또는 CA 파일의 경로여야 합니다</translation>
    </message>
    <message>
        <source>A command cannot start with the option {}; put the program first.</source>
        <translation>명령은 옵션 {}(으)로 시작할 수 없습니다. 프로그램을 먼저 쓰세요.</translation>
    </message>
    <message>
        <source>Cannot read the config of this link. {}</source>
        <translation>이 링크의 config를 읽을 수 없습니다. {}</translation>
    </message>
    <message>
        <source>Cannot read this link: {}</source>
        <translation>이 링크를 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Commands need no authorization: they run with your permissions.</source>
        <translation>명령에는 인가가 필요 없습니다. 사용자의 권한으로 실행됩니다.</translation>
    </message>
    <message>
        <source>Download {} and open the file here: this program does not download bundles.</source>
        <translation>{}을(를) 내려받아 여기서 파일을 여세요. 이 프로그램은 번들을 내려받지 않습니다.</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>검사 결과</translation>
    </message>
    <message>
        <source>Hide noise</source>
        <translation>잡음 숨기기</translation>
    </message>
    <message>
        <source>It</source>
        <translation>이것</translation>
    </message>
    <message>
        <source>Large responses</source>
        <translation>큰 응답</translation>
    </message>
    <message>
        <source>No arguments found in this text. Paste a JSON object, a tools/call request or a log line with one, name=value pairs, or a cURL or mcpdi command line.</source>
        <translation>이 텍스트에서 인수를 찾지 못했습니다. JSON 객체, tools/call 요청이나 그것이 있는 로그 줄, name=value 쌍, cURL이나 mcpdi 명령줄을 붙여 넣으세요.</translation>
    </message>
    <message>
        <source>No command after the variables. {}</source>
        <translation>변수 뒤에 명령이 없습니다. {}</translation>
    </message>
    <message>
        <source>Not checked: the value is larger than 4 MB.</source>
        <translation>값이 4 MB보다 커서 점검하지 않았습니다.</translation>
    </message>
    <message>
        <source>Nothing to paste: the clipboard contains no text.</source>
        <translation>붙여 넣을 것이 없습니다. 클립보드에 텍스트가 없습니다.</translation>
    </message>
    <message>
        <source>Nothing to read. {}</source>
        <translation>읽을 것이 없습니다. {}</translation>
    </message>
    <message>
        <source>Only comments found. {}</source>
        <translation>주석뿐입니다. {}</translation>
    </message>
    <message>
        <source>Paste a command (npx -y @modelcontextprotocol/server-everything), a URL (https://example.com/mcp), JSON ({&quot;command&quot;: &quot;npx&quot;, &quot;args&quot;: [...]}) or the word demo.</source>
        <translation>명령(npx -y @modelcontextprotocol/server-everything), URL(https://example.com/mcp), JSON({&quot;command&quot;: &quot;npx&quot;, &quot;args&quot;: [...]}) 또는 demo를 붙여 넣으세요.</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>PowerShell 7.3 or later</source>
        <translation>PowerShell 7.3 이상</translation>
    </message>
    <message>
        <source>See the message in the timeline.</source>
        <translation>타임라인에서 메시지를 확인하세요.</translation>
    </message>
    <message>
        <source>Server rejected logging/setLevel: {}</source>
        <translation>서버가 logging/setLevel을 거부했습니다: {}</translation>
    </message>
    <message>
        <source>Server rejected {method}: {said}</source>
        <translation>서버가 {method}을(를) 거부했습니다: {said}</translation>
    </message>
    <message>
        <source>Sign-in is not possible now.</source>
        <translation>지금은 로그인할 수 없습니다.</translation>
    </message>
    <message>
        <source>Slow//Over 1 s</source>
        <translation>느림//1 s 초과</translation>
    </message>
    <message>
        <source>Slow//Over 100 ms</source>
        <translation>느림//100 ms 초과</translation>
    </message>
    <message>
        <source>The JSON cannot be read: {}.</source>
        <translation>JSON을 읽을 수 없습니다: {}.</translation>
    </message>
    <message>
        <source>The JSON is nested too deeply.</source>
        <translation>JSON이 너무 깊이 중첩되어 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>The config of this link is not base64-encoded text: {}</source>
        <translation>이 링크의 config가 base64로 인코딩된 텍스트가 아닙니다: {}</translation>
    </message>
    <message>
        <source>The schema is larger than 4 MB: values are not checked.</source>
        <translation>스키마가 4 MB보다 커서 값을 점검하지 않습니다.</translation>
    </message>
    <message>
        <source>The schema is too expensive to check: it takes longer than {:g} s.</source>
        <translation>스키마 검사 비용이 너무 큽니다. {:g}초보다 오래 걸립니다.</translation>
    </message>
    <message>
        <source>The schema is too expensive to check: the validator crashed.</source>
        <translation>스키마 검사 비용이 너무 큽니다. 검사기가 중단되었습니다.</translation>
    </message>
    <message>
        <source>The text is larger than 500 kB: paste it into the JSON view instead.</source>
        <translation>텍스트가 500 kB보다 큽니다. JSON 보기에 붙여 넣으세요.</translation>
    </message>
    <message>
        <source>The validator does not start: values are not checked.</source>
        <translation>검사기가 시작되지 않아 값을 점검하지 않습니다.</translation>
    </message>
    <message>
        <source>The {title} has no &quot;command&quot;, &quot;url&quot; or list of servers; found: {keys}</source>
        <translation>{title}에 &quot;command&quot;도 &quot;url&quot;도 서버 목록도 없습니다. 있는 것: {keys}</translation>
    </message>
    <message>
        <source>The {title} is not an object; expected {{&quot;command&quot;: …}} or {{&quot;url&quot;: …}}, not {shown}</source>
        <translation>{title}이(가) 객체가 아닙니다. {shown}이(가) 아니라 {{&quot;command&quot;: …}} 또는 {{&quot;url&quot;: …}}이어야 합니다</translation>
    </message>
    <message>
        <source>The {} contains no servers: it has no list of servers, or the list is empty.</source>
        <translation>{}에 서버가 없습니다. 서버 목록이 없거나 비어 있습니다.</translation>
    </message>
    <message>
        <source>The {} object is empty; expected {{&quot;command&quot;: …}} or {{&quot;url&quot;: …}}</source>
        <translation>{} 객체가 비어 있습니다. {{&quot;command&quot;: …}} 또는 {{&quot;url&quot;: …}}이어야 합니다</translation>
    </message>
    <message>
        <source>This is a registry entry (server.json), not a client&apos;s configuration.</source>
        <translation>클라이언트의 설정이 아니라 레지스트리의 항목(server.json)입니다.</translation>
    </message>
    <message>
        <source>This is not JSON: {where}: {msg}.</source>
        <translation>JSON이 아닙니다: {where}: {msg}.</translation>
    </message>
    <message>
        <source>This link adds a server, but its config is missing.</source>
        <translation>이 링크는 서버를 추가하는데 config가 없습니다.</translation>
    </message>
    <message>
        <source>This looks like a web page or an email, not a server. {}</source>
        <translation>서버가 아니라 웹 페이지나 이메일로 보입니다. {}</translation>
    </message>
    <message>
        <source>a data: URI that cannot be decoded</source>
        <translation>디코딩할 수 없는 data: URI</translation>
    </message>
    <message>
        <source>a file path</source>
        <translation>파일의 경로</translation>
    </message>
    <message>
        <source>a list of folders or URIs</source>
        <translation>폴더나 URI의 목록</translation>
    </message>
    <message>
        <source>a list of objects with an &quot;id&quot;</source>
        <translation>&quot;id&quot;가 있는 객체의 목록</translation>
    </message>
    <message>
        <source>a list of paths</source>
        <translation>경로의 목록</translation>
    </message>
    <message>
        <source>a relative URL</source>
        <translation>상대 URL</translation>
    </message>
    <message>
        <source>a response cannot be sent again: no request is waiting for it</source>
        <translation>응답은 다시 보낼 수 없습니다. 기다리는 요청이 없습니다</translation>
    </message>
    <message>
        <source>a secret is part of the command line: every program on this computer can read it</source>
        <translation>비밀 값이 명령줄에 있습니다. 이 컴퓨터의 모든 프로그램이 거기서 읽을 수 있습니다</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>문자열</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>객체</translation>
    </message>
    <message>
        <source>an object with a &quot;method&quot; ({})</source>
        <translation>&quot;method&quot;가 있는 객체({})</translation>
    </message>
    <message>
        <source>another instance of this program has it locked</source>
        <translation>이 프로그램의 다른 인스턴스가 잠그고 있습니다</translation>
    </message>
    <message>
        <source>cannot read saved arguments: {}</source>
        <translation>저장한 인수를 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>cannot save arguments: {}</source>
        <translation>인수를 저장할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>cannot write {path}: {why}</source>
        <translation>{path}에 쓸 수 없습니다: {why}</translation>
    </message>
    <message>
        <source>completion.hasMore is not a boolean</source>
        <translation>completion.hasMore가 불리언이 아닙니다</translation>
    </message>
    <message>
        <source>completion.total is not an integer</source>
        <translation>completion.total이 정수가 아닙니다</translation>
    </message>
    <message>
        <source>completion.total is {total}, but {count} values were received</source>
        <translation>completion.total은 {total}인데 값 {count}개를 받았습니다</translation>
    </message>
    <message>
        <source>completion.values is missing or not a list</source>
        <translation>completion.values가 없거나 목록이 아닙니다</translation>
    </message>
    <message>
        <source>deprecated by its publisher</source>
        <translation>게시자가 더 이상 권장하지 않습니다(deprecated)</translation>
    </message>
    <message>
        <source>does not match the schema; too many errors to list</source>
        <translation>스키마에 맞지 않습니다. 오류가 너무 많아 나열할 수 없습니다</translation>
    </message>
    <message>
        <source>expected a list of rules, for example [{&quot;match&quot;: {&quot;method&quot;: &quot;elicitation/create&quot;}, &quot;answer&quot;: &quot;accept&quot;}]</source>
        <translation>규칙 목록이어야 합니다. 예: [{&quot;match&quot;: {&quot;method&quot;: &quot;elicitation/create&quot;}, &quot;answer&quot;: &quot;accept&quot;}]</translation>
    </message>
    <message>
        <source>icons is not a list</source>
        <translation>icons가 목록이 아닙니다</translation>
    </message>
    <message>
        <source>it has no identifier</source>
        <translation>identifier가 없습니다</translation>
    </message>
    <message>
        <source>it has no url</source>
        <translation>url이 없습니다</translation>
    </message>
    <message>
        <source>it has no usable package or remote</source>
        <translation>쓸 수 있는 패키지도 원격 서버도 없습니다</translation>
    </message>
    <message>
        <source>it has no {}</source>
        <translation>{}이(가) 없습니다</translation>
    </message>
    <message>
        <source>it is not a JSON object</source>
        <translation>JSON 객체가 아닙니다</translation>
    </message>
    <message>
        <source>it should run with {hint}; using {package}</source>
        <translation>{hint}(으)로 실행해야 하지만 {package}을(를) 씁니다</translation>
    </message>
    <message>
        <source>it uses HTTP: start it yourself, then connect: {}</source>
        <translation>HTTP를 씁니다. 직접 시작한 뒤 연결하세요: {}</translation>
    </message>
    <message>
        <source>its URL {} is not a web address</source>
        <translation>URL {}은(는) 웹 주소가 아닙니다</translation>
    </message>
    <message>
        <source>its identifier {} would be read as an option</source>
        <translation>identifier {}이(가) 옵션으로 해석됩니다</translation>
    </message>
    <message>
        <source>its transport {} is not supported here</source>
        <translation>전송 {}은(는) 여기서 지원하지 않습니다</translation>
    </message>
    <message>
        <source>its {} is not a string</source>
        <translation>{}이(가) 문자열이 아닙니다</translation>
    </message>
    <message>
        <source>line {lineno}, column {colno}</source>
        <translation>{lineno}번째 줄, {colno}번째 칸</translation>
    </message>
    <message>
        <source>line {lineno}, column {colno}: {msg}</source>
        <translation>{lineno}번째 줄, {colno}번째 칸: {msg}</translation>
    </message>
    <message>
        <source>list</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>list stopped</source>
        <translation>목록 가져오기 중지됨</translation>
    </message>
    <message>
        <source>mcp add-json needs a name and the JSON of the server in quotes</source>
        <translation>mcp add-json에는 이름과 따옴표 안의 서버 JSON이 필요합니다</translation>
    </message>
    <message>
        <source>mcpb · {}</source>
        <translation>mcpb · {}</translation>
    </message>
    <message>
        <source>must be &quot;accept&quot; (with the form&apos;s defaults), &quot;decline&quot;, &quot;cancel&quot;, &quot;reject&quot;, {&quot;accept&quot;: {values}} or a whole result {&quot;action&quot;: …}</source>
        <translation>&quot;accept&quot;(양식의 기본값 사용), &quot;decline&quot;, &quot;cancel&quot;, &quot;reject&quot;, {&quot;accept&quot;: {values}} 또는 전체 결과 {&quot;action&quot;: …}이어야 합니다</translation>
    </message>
    <message>
        <source>must be &quot;reject&quot;, a list of folders or URIs, or a whole result {&quot;roots&quot;: […]}</source>
        <translation>&quot;reject&quot;, 폴더나 URI의 목록, 또는 전체 결과 {&quot;roots&quot;: […]}이어야 합니다</translation>
    </message>
    <message>
        <source>must be &quot;reject&quot;, {&quot;text&quot;: …} or a whole result {&quot;role&quot;: …, &quot;content&quot;: …, &quot;model&quot;: …}</source>
        <translation>&quot;reject&quot;, {&quot;text&quot;: …} 또는 전체 결과 {&quot;role&quot;: …, &quot;content&quot;: …, &quot;model&quot;: …}이어야 합니다</translation>
    </message>
    <message>
        <source>must be an object in revision {}</source>
        <translation>개정판 {}에서는 객체여야 합니다</translation>
    </message>
    <message>
        <source>name = value</source>
        <translation>이름 = 값</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>너무 깊이 중첩됨</translation>
    </message>
    <message>
        <source>no command line can contain these bytes: save them to a file and send it with mcpdi send @FILE</source>
        <translation>이 바이트를 담을 수 있는 명령줄은 없습니다. 파일로 저장하면 mcpdi send @FILE로 보낼 수 있습니다</translation>
    </message>
    <message>
        <source>no fixed version: it runs the latest version at each start</source>
        <translation>고정된 버전이 없어 시작할 때마다 최신 버전이 실행됩니다</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>이유를 말하지 않음</translation>
    </message>
    <message>
        <source>no registryType</source>
        <translation>registryType 없음</translation>
    </message>
    <message>
        <source>no variable name</source>
        <translation>변수 이름이 없습니다</translation>
    </message>
    <message>
        <source>not UTF-8 at byte {}</source>
        <translation>{}번째 바이트가 UTF-8이 아닙니다</translation>
    </message>
    <message>
        <source>not a list of filters</source>
        <translation>필터 목록이 아닙니다</translation>
    </message>
    <message>
        <source>not a server.json: it has neither &quot;packages&quot; nor &quot;remotes&quot;</source>
        <translation>server.json이 아닙니다. &quot;packages&quot;도 &quot;remotes&quot;도 없습니다</translation>
    </message>
    <message>
        <source>not an object</source>
        <translation>객체가 아님</translation>
    </message>
    <message>
        <source>not connected; connect first</source>
        <translation>연결되어 있지 않습니다. 먼저 연결하세요</translation>
    </message>
    <message>
        <source>omitted for {}</source>
        <translation>{}이면 생략</translation>
    </message>
    <message>
        <source>one of {}</source>
        <translation>{} 가운데 하나</translation>
    </message>
    <message>
        <source>only https: and data: are allowed, not {}:</source>
        <translation>https:와 data:만 허용됨. 허용 안 됨: {}:</translation>
    </message>
    <message>
        <source>operator {} is reserved and not defined yet</source>
        <translation>연산자 {}은(는) 예약되어 있으며 아직 정의되지 않았습니다</translation>
    </message>
    <message>
        <source>secrets must be one of {secret_choices}, not {choice!r}</source>
        <translation>비밀 값은 {choice!r}이(가) 아니라 {secret_choices} 가운데 하나여야 합니다</translation>
    </message>
    <message>
        <source>src contains a user name or password</source>
        <translation>src에 사용자 이름이나 비밀번호가 있음</translation>
    </message>
    <message>
        <source>src has no host</source>
        <translation>src에 호스트가 없음</translation>
    </message>
    <message>
        <source>src is missing or not a string</source>
        <translation>src가 없거나 문자열이 아님</translation>
    </message>
    <message>
        <source>src is not a URL</source>
        <translation>src가 URL이 아님</translation>
    </message>
    <message>
        <source>string</source>
        <translation>문자열</translation>
    </message>
    <message>
        <source>tasks/list returned an error: {}</source>
        <translation>tasks/list가 오류를 반환했습니다: {}</translation>
    </message>
    <message>
        <source>the arguments are not JSON: {}</source>
        <translation>인수가 JSON이 아닙니다: {}</translation>
    </message>
    <message>
        <source>the arguments must be a JSON object</source>
        <translation>인수는 JSON 객체여야 합니다</translation>
    </message>
    <message>
        <source>the body is too long for a command line: copy the message as JSON into a file</source>
        <translation>본문이 명령줄에 너무 깁니다. 메시지를 JSON으로 파일에 복사하세요</translation>
    </message>
    <message>
        <source>the connection was closed while the server waited for input</source>
        <translation>서버가 입력을 기다리는 동안 연결이 닫혔습니다</translation>
    </message>
    <message>
        <source>the container can start other containers: {}</source>
        <translation>컨테이너가 다른 컨테이너를 시작할 수 있습니다: {}</translation>
    </message>
    <message>
        <source>the container has full rights on this computer: {}</source>
        <translation>컨테이너가 이 컴퓨터의 모든 권한을 가집니다: {}</translation>
    </message>
    <message>
        <source>the container sees all processes on this computer: {}</source>
        <translation>컨테이너가 이 컴퓨터의 모든 프로세스를 봅니다: {}</translation>
    </message>
    <message>
        <source>the container sees the whole disk of this computer</source>
        <translation>컨테이너가 이 컴퓨터의 디스크 전체를 봅니다</translation>
    </message>
    <message>
        <source>the container shares this computer&apos;s network: {}</source>
        <translation>컨테이너가 이 컴퓨터의 네트워크를 함께 씁니다: {}</translation>
    </message>
    <message>
        <source>the entry refers to a stored secret (${secret:…}); it is not read</source>
        <translation>항목이 보관된 비밀 값을 가리킵니다(${secret:…}). 읽지 않습니다</translation>
    </message>
    <message>
        <source>the file is not a bundle</source>
        <translation>번들이 아닌 파일입니다</translation>
    </message>
    <message>
        <source>the handshake opens a connection; reconnect instead</source>
        <translation>핸드셰이크는 연결을 여는 단계입니다. 대신 다시 연결하세요</translation>
    </message>
    <message>
        <source>the header {} has a line break in its value</source>
        <translation>헤더 {}의 값에 줄 바꿈이 있습니다</translation>
    </message>
    <message>
        <source>the level must be one of {levels}, not {level!r}</source>
        <translation>수준은 {level!r}이(가) 아니라 {levels} 가운데 하나여야 합니다</translation>
    </message>
    <message>
        <source>the message is too long for a command line: copy it as JSON into a file and send it with mcpdi send @FILE</source>
        <translation>메시지가 명령줄에 너무 깁니다. JSON으로 파일에 복사하면 mcpdi send @FILE로 보낼 수 있습니다</translation>
    </message>
    <message>
        <source>the passphrase does not unlock the secrets file</source>
        <translation>암호 구문으로 비밀 값 파일의 잠금이 풀리지 않습니다</translation>
    </message>
    <message>
        <source>the passphrase is empty</source>
        <translation>암호 구문이 비어 있습니다</translation>
    </message>
    <message>
        <source>the registry entry has no SHA-256, so the file cannot be verified</source>
        <translation>레지스트리 항목에 SHA-256이 없어 파일을 확인할 수 없습니다</translation>
    </message>
    <message>
        <source>the response has no completion object</source>
        <translation>응답에 completion 객체가 없습니다</translation>
    </message>
    <message>
        <source>the result has no {}</source>
        <translation>결과에 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the result is not an object</source>
        <translation>결과가 객체가 아닙니다</translation>
    </message>
    <message>
        <source>the server says it may delete or overwrite data</source>
        <translation>서버가 데이터를 지우거나 덮어쓸 수 있다고 표시한 도구입니다</translation>
    </message>
    <message>
        <source>the session does not say how to reach its server</source>
        <translation>세션에 서버에 연결하는 방법이 없습니다</translation>
    </message>
    <message>
        <source>the session does not say how to start its server</source>
        <translation>세션에 서버를 시작하는 방법이 없습니다</translation>
    </message>
    <message>
        <source>the setting “Keep secrets” is “refused”</source>
        <translation>설정 “비밀 값 보관”이 “거부함”입니다</translation>
    </message>
    <message>
        <source>the system keychain cannot be used ({}); unlock it, or choose another secret store</source>
        <translation>시스템 키체인을 쓸 수 없습니다({}). 잠금을 풀거나 다른 비밀 값 저장소를 고르세요</translation>
    </message>
    <message>
        <source>there is no file {}</source>
        <translation>파일 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>there is no record #{}</source>
        <translation>레코드 #{}이(가) 없습니다</translation>
    </message>
    <message>
        <source>this cannot be written for {}</source>
        <translation>{}에는 이 형식으로 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>this command adds a server, but its command or URL is missing at the end</source>
        <translation>서버를 추가하는 명령인데 끝에 명령이나 URL이 없습니다</translation>
    </message>
    <message>
        <source>this is a list of {} servers; open one of its entries</source>
        <translation>서버 {}개의 목록입니다. 그 가운데 하나의 항목을 여세요</translation>
    </message>
    <message>
        <source>this is not the file in the registry: its SHA-256 is {sha256}, expected {expected}</source>
        <translation>레지스트리의 파일이 아닙니다. SHA-256이 {sha256}인데 {expected}이어야 합니다</translation>
    </message>
    <message>
        <source>this server&apos;s era has no subscriptions/listen; subscribe to resources instead</source>
        <translation>이 서버의 세대에는 subscriptions/listen이 없습니다. 대신 리소스를 구독하세요</translation>
    </message>
    <message>
        <source>this was not sent over HTTP</source>
        <translation>HTTP로 보낸 것이 아닙니다</translation>
    </message>
    <message>
        <source>this was not sent to a server that is started as a command</source>
        <translation>명령으로 시작한 서버에 가지 않았습니다</translation>
    </message>
    <message>
        <source>tool “{name}” cannot be called over modern HTTP: {reasons}</source>
        <translation>도구 “{name}”은(는) 최신 HTTP로 호출할 수 없습니다: {reasons}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>참 또는 거짓</translation>
    </message>
    <message>
        <source>truncated after {} characters</source>
        <translation>{}자 뒤에서 잘림</translation>
    </message>
    <message>
        <source>unclosed {quote} at character {at}: {excerpt}</source>
        <translation>{at}번째 글자의 {quote}이(가) 닫히지 않았습니다: {excerpt}</translation>
    </message>
    <message>
        <source>unexpected “{}” after the URL; only --header &apos;Name: value&apos; may follow.</source>
        <translation>URL 뒤에 예상하지 못한 “{}”이(가) 있습니다. --header &apos;Name: value&apos;만 올 수 있습니다.</translation>
    </message>
    <message>
        <source>unmatched {bracket} at character {at}</source>
        <translation>{at}번째 글자의 {bracket}에 짝이 없습니다</translation>
    </message>
    <message>
        <source>valid JSON, but not an object</source>
        <translation>JSON이지만 객체가 아닙니다</translation>
    </message>
    <message>
        <source>withdrawn by its publisher</source>
        <translation>게시자가 철회했습니다</translation>
    </message>
    <message>
        <source>{count} values received; at most {most_values} are allowed</source>
        <translation>값 {count}개를 받았습니다. 최대 {most_values}개까지 허용됩니다</translation>
    </message>
    <message>
        <source>{method} returned an error: {words}</source>
        <translation>{method}이(가) 오류를 반환했습니다: {words}</translation>
    </message>
    <message>
        <source>{name} is not valid JSON: {error}</source>
        <translation>{name}: 올바른 JSON이 아닙니다: {error}</translation>
    </message>
    <message>
        <source>{name}, line {lineno}, column {colno}</source>
        <translation>{name}, {lineno}번째 줄, {colno}번째 칸</translation>
    </message>
    <message>
        <source>{name}, rule {number}</source>
        <translation>{name}, {number}번째 규칙</translation>
    </message>
    <message>
        <source>{option} needs NAME=value, not “{value}”</source>
        <translation>{option}에는 “{value}”이(가) 아니라 NAME=value가 필요합니다</translation>
    </message>
    <message>
        <source>{path} cannot be read: {error}</source>
        <translation>{path}을(를) 읽을 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>{path} cannot be used ({error}); arguments are remembered only until the program exits. Make its folder writable, or move it away.</source>
        <translation>{path}을(를) 쓸 수 없습니다({error}). 인수는 프로그램을 끝낼 때까지만 기억합니다. 폴더를 쓸 수 있게 하거나 파일을 옮기세요.</translation>
    </message>
    <message>
        <source>{path} cannot be used ({error}); saved as {aside}, starting with an empty file</source>
        <translation>{path}을(를) 쓸 수 없습니다({error}). {aside}(으)로 보관하고 빈 파일로 시작합니다</translation>
    </message>
    <message>
        <source>{path} cannot be used ({why}); it is left unchanged and the program continues without it. Make it readable, or move it away.</source>
        <translation>{path}을(를) 쓸 수 없습니다({why}). 파일은 그대로 두고 없이 계속합니다. 읽을 수 있게 하거나 옮기세요.</translation>
    </message>
    <message>
        <source>{path} cannot be used ({why}); saved as {aside}, starting with an empty file</source>
        <translation>{path}을(를) 쓸 수 없습니다({why}). {aside}(으)로 보관하고 빈 파일로 시작합니다</translation>
    </message>
    <message>
        <source>{path} could not be written within {seconds} s</source>
        <translation>{path}을(를) {seconds}초 안에 쓰지 못했습니다</translation>
    </message>
    <message>
        <source>{path} is larger than {largest_bytes} kB</source>
        <translation>{path}이(가) {largest_bytes} kB보다 큽니다</translation>
    </message>
    <message>
        <source>{path}: &quot;{name}&quot;: &quot;{key}&quot; must be {words}; kept but not used</source>
        <translation>{path}: &quot;{name}&quot;: &quot;{key}&quot;은(는) {words}이어야 합니다. 보관하지만 쓰지 않습니다</translation>
    </message>
    <message>
        <source>{path}: {error}; kept but not used</source>
        <translation>{path}: {error}. 항목은 보관하지만 쓰지 않습니다</translation>
    </message>
    <message>
        <source>{title} cannot write these bytes; choose {other}</source>
        <translation>{title}(으)로는 이 바이트를 쓸 수 없습니다. {other}을(를) 고르세요</translation>
    </message>
    <message>
        <source>{url} is not a URL: {error}</source>
        <translation>{url}은(는) URL이 아닙니다: {error}</translation>
    </message>
    <message>
        <source>{where}, answer: {error}, not {answer}</source>
        <translation>{where}, answer: {answer}이(가) 아니라, {error}</translation>
    </message>
    <message>
        <source>{where}, match.message: not a valid regular expression: {error}</source>
        <translation>{where}, match.message: 올바른 정규식이 아닙니다: {error}</translation>
    </message>
    <message>
        <source>{where}, match.method: must be one of {methods}, not {method!r}</source>
        <translation>{where}, match.method: {method!r}이(가) 아니라 {methods} 가운데 하나여야 합니다</translation>
    </message>
    <message>
        <source>{where}, match.mode: must be {allowed}, not {mode!r}</source>
        <translation>{where}, match.mode: {mode!r}이(가) 아니라 {allowed}이어야 합니다</translation>
    </message>
    <message>
        <source>{where}, match.{key}: must be a string, not {text}</source>
        <translation>{where}, match.{key}: {text}이(가) 아니라 문자열이어야 합니다</translation>
    </message>
    <message>
        <source>{where}: unknown key {key!r}; known keys are {known}</source>
        <translation>{where}: 알 수 없는 키 {key!r}. 쓸 수 있는 키: {known}</translation>
    </message>
    <message>
        <source>{why}; backup failed: {error}</source>
        <translation>{why}. 백업하지 못했습니다: {error}</translation>
    </message>
    <message>
        <source>{word}: it is not a web address; a server&apos;s URL starts with {kinds}</source>
        <translation>{word}: 웹 주소가 아닙니다. 서버의 URL은 {kinds}(으)로 시작합니다</translation>
    </message>
    <message>
        <source>{word}: {port} is not a port; ports go up to 65535</source>
        <translation>{word}: {port}은(는) 포트가 아닙니다. 포트는 65535까지입니다</translation>
    </message>
    <message>
        <source>{} does not contain a list of filters; it is kept, and the defaults are shown</source>
        <translation>{}에 필터 목록이 없습니다. 파일은 보관하고 기본 필터를 표시합니다</translation>
    </message>
    <message>
        <source>{} has no host to connect to; expected something like http://localhost:3000/mcp</source>
        <translation>{}에 연결할 호스트가 없습니다. http://localhost:3000/mcp 같은 것이어야 합니다</translation>
    </message>
    <message>
        <source>{} in the result is not an array</source>
        <translation>결과의 {}이(가) 배열이 아닙니다</translation>
    </message>
    <message>
        <source>{} is larger than 2 MB: not a server.json</source>
        <translation>{}이(가) 2 MB보다 큽니다. server.json이 아닙니다</translation>
    </message>
    <message>
        <source>{} is locked, and there is no terminal to ask for its passphrase</source>
        <translation>{}이(가) 잠겨 있는데 암호 구문을 물을 터미널이 없습니다</translation>
    </message>
    <message>
        <source>{} is locked; enter its passphrase</source>
        <translation>{}이(가) 잠겨 있습니다. 암호 구문을 입력하세요</translation>
    </message>
    <message>
        <source>{} is not a file</source>
        <translation>{}은(는) 파일이 아닙니다</translation>
    </message>
    <message>
        <source>{} is not an object; ignored</source>
        <translation>{}은(는) 객체가 아닙니다. 무시합니다</translation>
    </message>
    <message>
        <source>{} is not connected yet</source>
        <translation>{}이(가) 아직 연결되지 않았습니다</translation>
    </message>
    <message>
        <source>{} is not connected; connect first</source>
        <translation>{}이(가) 연결되어 있지 않습니다. 먼저 연결하세요</translation>
    </message>
    <message>
        <source>{} needs a value after it</source>
        <translation>{} 뒤에 값이 필요합니다</translation>
    </message>
    <message>
        <source>{} needs a value such as &apos;Authorization: Bearer …&apos;</source>
        <translation>{}에는 &apos;Authorization: Bearer …&apos; 같은 값이 필요합니다</translation>
    </message>
    <message>
        <source>{} of the values are not strings</source>
        <translation>값 {}개가 문자열이 아닙니다</translation>
    </message>
    <message>
        <source>{} packages cannot be run here</source>
        <translation>{}의 패키지는 여기서 실행할 수 없습니다</translation>
    </message>
    <message>
        <source>{} was closed while connecting.</source>
        <translation>{}이(가) 연결 중에 닫혔습니다.</translation>
    </message>
    <message>
        <source>{} was stopped</source>
        <translation>{} 중지됨</translation>
    </message>
    <message>
        <source>{} was written by a newer version of this program</source>
        <translation>{}은(는) 이 프로그램의 더 새 버전이 썼습니다</translation>
    </message>
    <message>
        <source>{} · HTTP</source>
        <translation>{} · HTTP</translation>
    </message>
    <message>
        <source>{}, match</source>
        <translation>{}, match</translation>
    </message>
    <message>
        <source>{}: &quot;mcpServers&quot; is not an object; fix or remove it first</source>
        <translation>{}: &quot;mcpServers&quot;가 객체가 아닙니다. 먼저 고치거나 지우세요</translation>
    </message>
    <message>
        <source>{}: &quot;mcpServers&quot; is not an object; kept but not used</source>
        <translation>{}: &quot;mcpServers&quot;가 객체가 아닙니다. 보관하지만 쓰지 않습니다</translation>
    </message>
    <message>
        <source>{}: must be an object with &quot;match&quot; (an object) and &quot;answer&quot;</source>
        <translation>{}: &quot;match&quot;(객체)와 &quot;answer&quot;가 있는 객체여야 합니다</translation>
    </message>
    <message>
        <source>“{found}” at character {at} needs a shell, and servers are started without one. Paste only the command of the server, put it in quotes if it is part of an argument, or wrap all of it: sh -c &quot;…&quot; </source>
        <translation>{at}번째 글자의 “{found}”에는 셸이 필요한데 서버는 셸 없이 시작합니다. 서버의 명령만 붙여 넣거나, 인수의 일부라면 따옴표로 묶거나, 전체를 감싸세요: sh -c &quot;…&quot; </translation>
    </message>
    <message>
        <source>“{}” is not a header; expected &apos;Name: value&apos;</source>
        <translation>“{}”은(는) 헤더가 아닙니다. &apos;Name: value&apos;여야 합니다</translation>
    </message>
    <message>
        <source>“{}” is not a variable name, a length or *</source>
        <translation>“{}”은(는) 변수 이름도 길이도 별표도 아닙니다</translation>
    </message>
    <message>
        <source>“” is not a variable name</source>
        <translation>“”은(는) 변수 이름이 아닙니다</translation>
    </message>
</context>
<context>
    <name>CostModel</name>
    <message>
        <source>Share</source>
        <translation>비율</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Tokens (est.)</source>
        <translation>토큰(추정)</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>도구</translation>
    </message>
</context>
<context>
    <name>CrashReportStrip</name>
    <message>
        <source>An internal error occurred ({0}). Nothing you typed or recorded is lost; you can go on.</source>
        <translation>내부 오류가 발생했습니다({0}). 입력하거나 기록한 것은 잃지 않았으며 계속할 수 있습니다.</translation>
    </message>
    <message>
        <source>An internal error occurred ({0}). What you typed is kept; the session is in memory only because its file cannot be written.</source>
        <translation>내부 오류가 발생했습니다({0}). 입력한 것은 남아 있습니다. 세션은 파일에 쓸 수 없어 메모리에만 있습니다.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>보고서 보기</translation>
    </message>
    <message>
        <source>{1} internal errors occurred, the last one: {0}. Nothing you typed or recorded is lost; you can go on.</source>
        <translation>내부 오류가 {1}번 발생했습니다. 마지막 오류: {0}. 입력하거나 기록한 것은 잃지 않았으며 계속할 수 있습니다.</translation>
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
        <source>Changing the offset keeps the time.</source>
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
        <source>By default the app declares what the connection&apos;s protocol revision supports. A custom choice is sent exactly as shown, in every revision.</source>
        <translation>기본적으로 프로그램은 연결의 프로토콜 개정판이 지원하는 것을 선언합니다. 직접 고른 것은 모든 개정판에서 그대로 보냅니다.</translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation>기능(capability)</translation>
    </message>
    <message>
        <source>Same as settings</source>
        <translation>설정대로</translation>
    </message>
    <message>
        <source>other: vendor.example/name</source>
        <translation>다른 것: vendor.example/name</translation>
    </message>
</context>
<context>
    <name>DeclaredCard</name>
    <message>
        <source>Change…</source>
        <translation>바꾸기…</translation>
    </message>
    <message>
        <source>Choose what this server is told about the client; takes effect after a reconnect</source>
        <translation>이 서버에 알릴 클라이언트 정보를 고릅니다. 다시 연결하면 적용됩니다</translation>
    </message>
    <message>
        <source>Client capabilities</source>
        <translation>클라이언트 기능(capability)</translation>
    </message>
    <message>
        <source>Extra _meta</source>
        <translation>추가 _meta</translation>
    </message>
    <message>
        <source>Extra _meta sent by the client</source>
        <translation>클라이언트가 보내는 추가 _meta</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>다시 연결</translation>
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
        <source>No response yet.</source>
        <translation>아직 응답이 없습니다.</translation>
    </message>
    <message>
        <source>No response.</source>
        <translation>응답이 없습니다.</translation>
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
        <source>Select a row in the timeline to see its messages, timing and bytes.</source>
        <translation>타임라인에서 행을 선택하면 메시지, 시간, 바이트를 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
</context>
<context>
    <name>DetailSide</name>
    <message>
        <source>Go to the call this belongs to</source>
        <translation>이것이 속한 호출 선택</translation>
    </message>
    <message>
        <source>Select the call that it most likely belongs to. These ran: {0}</source>
        <translation>가장 그럴듯한 호출을 고릅니다. 그때 실행 중이던 호출: {0}</translation>
    </message>
    <message>
        <source>Select this record in the timeline</source>
        <translation>타임라인에서 이 기록 선택</translation>
    </message>
    <message>
        <source>Show all ({0})…</source>
        <translation>전체 보기({0})…</translation>
    </message>
    <message>
        <source>Show as tree</source>
        <translation>트리로 보기</translation>
    </message>
    <message>
        <source>Text of the record</source>
        <translation>기록의 텍스트</translation>
    </message>
    <message>
        <source>Truncated; the full message is in a separate file</source>
        <translation>잘림: 전체는 별도 파일에 있습니다</translation>
    </message>
    <message>
        <source>during #{0}</source>
        <translation>#{0} 실행 중</translation>
    </message>
    <message>
        <source>during #{0} or 1 other call</source>
        <translation>#{0} 또는 다른 호출 1개 실행 중</translation>
    </message>
    <message>
        <source>during #{0} or {1} other calls</source>
        <translation>#{0} 또는 다른 호출 {1}개 실행 중</translation>
    </message>
    <message>
        <source>in #{0}</source>
        <translation>#{0} 안에서</translation>
    </message>
</context>
<context>
    <name>DetailTabs</name>
    <message>
        <source>Below the rows, or beside them</source>
        <translation>행 아래 또는 옆에 두기</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>바이트</translation>
    </message>
    <message>
        <source>Close the detail (Esc)</source>
        <translation>상세 닫기(Esc)</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>검사 결과</translation>
    </message>
    <message>
        <source>Findings {0}</source>
        <translation>검사 결과 {0}</translation>
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
    <name>Doctor</name>
    <message>
        <source>   for {}</source>
        <translation>   대상: {}</translation>
    </message>
    <message>
        <source>   issued by itself</source>
        <translation>   자체 서명</translation>
    </message>
    <message>
        <source>   issued by {}</source>
        <translation>   {}이(가) 발급</translation>
    </message>
    <message>
        <source>   valid {not_before} to {not_after} UTC</source>
        <translation>   유효: {not_before}부터 {not_after}까지 UTC</translation>
    </message>
    <message>
        <source># Diagnosis of {}</source>
        <translation># {} 진단</translation>
    </message>
    <message>
        <source>%n line(s).</source>
        <translation>%n줄.</translation>
    </message>
    <message>
        <source>(no issuer)</source>
        <translation>(발급자 없음)</translation>
    </message>
    <message>
        <source>(no subject)</source>
        <translation>(주체 없음)</translation>
    </message>
    <message>
        <source>- Fix: {}</source>
        <translation>- 해결: {}</translation>
    </message>
    <message>
        <source>/.well-known documents</source>
        <translation>/.well-known 문서</translation>
    </message>
    <message>
        <source>A JSON-RPC message, after {:.0f} ms.</source>
        <translation>JSON-RPC 메시지, {:.0f} ms 뒤.</translation>
    </message>
    <message>
        <source>A shell was started instead of a program, or its startup files print something.</source>
        <translation>프로그램 대신 셸이 시작되었거나 셸의 시작 파일이 무언가를 출력합니다.</translation>
    </message>
    <message>
        <source>A terminal starts {there}, and not {here}.</source>
        <translation>터미널은 {here}이(가) 아니라 {there}을(를) 시작합니다.</translation>
    </message>
    <message>
        <source>A terminal starts {}.</source>
        <translation>터미널은 {}을(를) 시작합니다.</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>주소</translation>
    </message>
    <message>
        <source>All {} have a value.</source>
        <translation>{}개 모두에 값이 있습니다.</translation>
    </message>
    <message>
        <source>Allow 3 minutes to respond</source>
        <translation>응답을 3분 기다리기</translation>
    </message>
    <message>
        <source>Anyone in between can read what is sent, including tokens.</source>
        <translation>중간에 있는 누구나 토큰을 포함해 전송 내용을 읽을 수 있습니다.</translation>
    </message>
    <message>
        <source>Ask the operator for the URL.</source>
        <translation>운영자에게 URL을 물어보세요.</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>시도</translation>
    </message>
    <message>
        <source>Authorization</source>
        <translation>인가</translation>
    </message>
    <message>
        <source>Authorization server {issuer} was not requested: {reason}.</source>
        <translation>인가 서버 {issuer}에 요청하지 않았습니다: {reason}.</translation>
    </message>
    <message>
        <source>Authorization server {} has no metadata.</source>
        <translation>인가 서버 {}에 메타데이터가 없습니다.</translation>
    </message>
    <message>
        <source>Authorization servers</source>
        <translation>인가 서버</translation>
    </message>
    <message>
        <source>Bearer …</source>
        <translation>Bearer …</translation>
    </message>
    <message>
        <source>Body starts with</source>
        <translation>본문의 시작</translation>
    </message>
    <message>
        <source>Built for</source>
        <translation>대상 아키텍처</translation>
    </message>
    <message>
        <source>Certificate (TLS)</source>
        <translation>인증서(TLS)</translation>
    </message>
    <message>
        <source>Certificate checks are turned off in this server&apos;s settings.</source>
        <translation>이 서버의 설정에서 인증서 확인이 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>Certificate {number} of the chain expired {days} days ago.</source>
        <translation>체인의 {number}번째 인증서가 {days}일 전에 만료되었습니다.</translation>
    </message>
    <message>
        <source>Certificate {number} of the chain is not valid before {not_before} UTC.</source>
        <translation>체인의 {number}번째 인증서는 {not_before} UTC 전에는 유효하지 않습니다.</translation>
    </message>
    <message>
        <source>Certificates sent by the server</source>
        <translation>서버가 보낸 인증서</translation>
    </message>
    <message>
        <source>Clients that try them in order lose time there; often IPv6 is announced but does not work.</source>
        <translation>차례로 시도하는 클라이언트는 여기서 시간을 잃습니다. IPv6가 있지만 동작하지 않는 경우가 많습니다.</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Command {}, the rest as arguments</source>
        <translation>명령은 {}, 나머지는 인수로</translation>
    </message>
    <message>
        <source>Connect with HTTP+SSE</source>
        <translation>HTTP+SSE로 연결</translation>
    </message>
    <message>
        <source>Connect with the legacy era</source>
        <translation>구형(legacy) 세대로 연결</translation>
    </message>
    <message>
        <source>Connect with the modern era</source>
        <translation>신형(modern) 세대로 연결</translation>
    </message>
    <message>
        <source>Connection (TCP)</source>
        <translation>연결(TCP)</translation>
    </message>
    <message>
        <source>Current value</source>
        <translation>현재 값</translation>
    </message>
    <message>
        <source>Detect the transport (auto)</source>
        <translation>전송 방식 감지(auto)</translation>
    </message>
    <message>
        <source>Each address</source>
        <translation>각 주소</translation>
    </message>
    <message>
        <source>Either it is still starting (a first start may download packages), it is waiting for something else, or it is not an MCP server on stdio. Check its arguments (`stdio` is often one of them).</source>
        <translation>아직 시작 중이거나(첫 시작은 패키지를 내려받을 수 있습니다), 다른 것을 기다리거나, stdio MCP 서버가 아닙니다. 인수를 확인하세요(`stdio` 인수가 필요한 경우가 많습니다).</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>환경</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>근거</translation>
    </message>
    <message>
        <source>Exited</source>
        <translation>종료됨</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>First bytes</source>
        <translation>첫 바이트</translation>
    </message>
    <message>
        <source>First bytes on stdout</source>
        <translation>stdout의 첫 바이트</translation>
    </message>
    <message>
        <source>First line</source>
        <translation>첫 줄</translation>
    </message>
    <message>
        <source>First lines</source>
        <translation>첫 부분</translation>
    </message>
    <message>
        <source>First lines on stderr</source>
        <translation>stderr 첫 부분</translation>
    </message>
    <message>
        <source>First request</source>
        <translation>첫 요청</translation>
    </message>
    <message>
        <source>First start</source>
        <translation>첫 시작</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>폴더</translation>
    </message>
    <message>
        <source>For</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>Found at {}.</source>
        <translation>{}에서 찾았습니다.</translation>
    </message>
    <message>
        <source>Found elsewhere</source>
        <translation>다른 곳에서 찾음</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>찾은 곳</translation>
    </message>
    <message>
        <source>From 2025-06-18 on, a server must name its authorization server in /.well-known/oauth-protected-resource; otherwise clients have to guess.</source>
        <translation>2025-06-18부터 서버는 /.well-known/oauth-protected-resource에서 인가 서버를 알려야 합니다. 없으면 클라이언트가 추측해야 합니다.</translation>
    </message>
    <message>
        <source>From the authorization server</source>
        <translation>인가 서버에서</translation>
    </message>
    <message>
        <source>From the server</source>
        <translation>서버에서</translation>
    </message>
    <message>
        <source>HTTP 401: the server requires authorization; no token was sent.</source>
        <translation>HTTP 401: 서버에 인증이 필요한데 토큰을 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>HTTP 401: {}.</source>
        <translation>HTTP 401: {}.</translation>
    </message>
    <message>
        <source>HTTP 403: the server rejects the request, whether or not you are signed in.</source>
        <translation>HTTP 403: 로그인 여부와 관계없이 서버가 요청을 거부합니다.</translation>
    </message>
    <message>
        <source>HTTP {head}, to an unusable address: {where}.</source>
        <translation>HTTP {head}, 쓸 수 없는 주소로: {where}.</translation>
    </message>
    <message>
        <source>HTTP {head}: the server redirects to {there}.</source>
        <translation>HTTP {head}: 서버가 {there}(으)로 리디렉션합니다.</translation>
    </message>
    <message>
        <source>Hidden behind it</source>
        <translation>그 뒤에 가려진 것</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>호스트</translation>
    </message>
    <message>
        <source>In the document, {}.</source>
        <translation>문서에서 {}.</translation>
    </message>
    <message>
        <source>Install the program for this processor.</source>
        <translation>이 프로세서용 프로그램을 설치하세요.</translation>
    </message>
    <message>
        <source>Interpreter</source>
        <translation>인터프리터</translation>
    </message>
    <message>
        <source>Invalid URL: {}.</source>
        <translation>올바르지 않은 URL: {}.</translation>
    </message>
    <message>
        <source>It connected.</source>
        <translation>연결되었습니다.</translation>
    </message>
    <message>
        <source>It connects without problems.</source>
        <translation>문제없이 연결됩니다.</translation>
    </message>
    <message>
        <source>It connects, with warnings for: {}.</source>
        <translation>연결되지만 경고가 있습니다: {}.</translation>
    </message>
    <message>
        <source>It contains no authorization server.</source>
        <translation>인가 서버가 없습니다.</translation>
    </message>
    <message>
        <source>It did not connect.</source>
        <translation>연결되지 않았습니다.</translation>
    </message>
    <message>
        <source>It does not advertise PKCE with S256, and so must not be used.</source>
        <translation>S256 PKCE를 지원한다고 알리지 않으므로 쓰면 안 됩니다.</translation>
    </message>
    <message>
        <source>It expired {} days ago.</source>
        <translation>{}일 전에 만료되었습니다.</translation>
    </message>
    <message>
        <source>It expires in {} days.</source>
        <translation>{}일 뒤에 만료됩니다.</translation>
    </message>
    <message>
        <source>It is a batch file, which some clients cannot start by name.</source>
        <translation>배치 파일이어서 이름만으로는 시작하지 못하는 클라이언트가 있습니다.</translation>
    </message>
    <message>
        <source>It is built for {machine}, but this computer is {foreign}.</source>
        <translation>{machine}용으로 빌드되었는데 이 컴퓨터는 {foreign}입니다.</translation>
    </message>
    <message>
        <source>It is not valid before {} UTC.</source>
        <translation>{} UTC 전에는 유효하지 않습니다.</translation>
    </message>
    <message>
        <source>It is running, but stdout is empty.</source>
        <translation>실행 중이지만 stdout이 비어 있습니다.</translation>
    </message>
    <message>
        <source>It responded, then exited: {}.</source>
        <translation>응답한 뒤 종료되었습니다: {}.</translation>
    </message>
    <message>
        <source>It started and kept running.</source>
        <translation>시작되어 계속 실행되었습니다.</translation>
    </message>
    <message>
        <source>It starts with {}.</source>
        <translation>{}(으)로 시작합니다.</translation>
    </message>
    <message>
        <source>It was not started.</source>
        <translation>시작하지 않았습니다.</translation>
    </message>
    <message>
        <source>Its metadata has a different issuer ({}).</source>
        <translation>메타데이터가 다른 발급자({})의 것입니다.</translation>
    </message>
    <message>
        <source>Its stderr</source>
        <translation>stderr 출력</translation>
    </message>
    <message>
        <source>JSON, but not a JSON-RPC message (a structured log line?)</source>
        <translation>JSON이지만 JSON-RPC 메시지는 아님(구조화된 로그 줄?)</translation>
    </message>
    <message>
        <source>Legacy era, revision {}.</source>
        <translation>구형(legacy) 세대, 개정판 {}.</translation>
    </message>
    <message>
        <source>Link target</source>
        <translation>링크 대상</translation>
    </message>
    <message>
        <source>Login shell</source>
        <translation>로그인 셸</translation>
    </message>
    <message>
        <source>Malformed</source>
        <translation>형식 오류</translation>
    </message>
    <message>
        <source>Modern era, revision {}.</source>
        <translation>신형(modern) 세대, 개정판 {}.</translation>
    </message>
    <message>
        <source>Name (DNS)</source>
        <translation>이름(DNS)</translation>
    </message>
    <message>
        <source>Negotiated</source>
        <translation>협상 결과</translation>
    </message>
    <message>
        <source>Negotiation</source>
        <translation>협상</translation>
    </message>
    <message>
        <source>No differences that matter.</source>
        <translation>의미 있는 차이가 없습니다.</translation>
    </message>
    <message>
        <source>Node.js refuses to start .cmd files without a shell; cmd /c starts them everywhere.</source>
        <translation>Node.js는 셸 없이 .cmd 파일을 시작하지 않습니다. cmd /c는 어디서나 시작합니다.</translation>
    </message>
    <message>
        <source>Node.js {0} from fnm</source>
        <translation>fnm의 Node.js {0}</translation>
    </message>
    <message>
        <source>Node.js {0} from nvm: the path changes with the version</source>
        <translation>nvm의 Node.js {0}: 버전에 따라 경로가 바뀝니다</translation>
    </message>
    <message>
        <source>None used.</source>
        <translation>쓰지 않습니다.</translation>
    </message>
    <message>
        <source>None, although the server requires authorization.</source>
        <translation>서버가 인가를 요구하는데 문서가 없습니다.</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>없음.</translation>
    </message>
    <message>
        <source>None: neither this server&apos;s settings nor the environment sets one.</source>
        <translation>없음: 이 서버의 설정에도 환경에도 프록시가 없습니다.</translation>
    </message>
    <message>
        <source>None: the URL is plain http.</source>
        <translation>없음: 암호화 없는 http URL입니다.</translation>
    </message>
    <message>
        <source>None; the server requires no authorization.</source>
        <translation>없음. 서버가 인가를 요구하지 않습니다.</translation>
    </message>
    <message>
        <source>Not a message</source>
        <translation>메시지가 아님</translation>
    </message>
    <message>
        <source>Not required.</source>
        <translation>필요 없습니다.</translation>
    </message>
    <message>
        <source>Not valid for {host}, only for {named}.</source>
        <translation>{host}에 유효하지 않습니다. 유효한 대상: {named}.</translation>
    </message>
    <message>
        <source>Not valid for {}: it contains no host at all.</source>
        <translation>{}에 유효하지 않습니다. 호스트가 하나도 없습니다.</translation>
    </message>
    <message>
        <source>On MCP&apos;s stdio, a message is one line of JSON; this is another protocol or an old library.</source>
        <translation>MCP의 stdio에서 메시지는 JSON 한 줄입니다. 이것은 다른 프로토콜이거나 옛 라이브러리입니다.</translation>
    </message>
    <message>
        <source>On stdio, every line of stdout must be an MCP message; other output goes to stderr.</source>
        <translation>stdio에서 stdout의 모든 줄은 MCP 메시지여야 합니다. 다른 출력은 stderr에 씁니다.</translation>
    </message>
    <message>
        <source>On stdio, every line of stdout must be an MCP message; other output goes to stderr. NO_COLOR=1 turns off the colours of many programs.</source>
        <translation>stdio에서 stdout의 모든 줄은 MCP 메시지여야 합니다. 다른 출력은 stderr에 씁니다. NO_COLOR=1은 많은 프로그램의 색을 끕니다.</translation>
    </message>
    <message>
        <source>Only {} has</source>
        <translation>{}에만 있는 것</translation>
    </message>
    <message>
        <source>PATH of {}</source>
        <translation>{}의 PATH</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>경로</translation>
    </message>
    <message>
        <source>Plain http to another computer.</source>
        <translation>다른 컴퓨터로 가는 암호화 없는 http입니다.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>포트</translation>
    </message>
    <message>
        <source>Program file</source>
        <translation>프로그램 파일</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>프록시</translation>
    </message>
    <message>
        <source>Redirect</source>
        <translation>리디렉션</translation>
    </message>
    <message>
        <source>Redirects are not followed, because they could send your headers to another site. The target is a different host: this server&apos;s headers and sign-in would not be sent there. Use it only if you know it.</source>
        <translation>헤더가 다른 사이트로 전송될 수 있어 리디렉션을 따라가지 않습니다. 대상은 다른 호스트이며 이 서버의 헤더와 로그인은 보내지 않습니다. 아는 곳일 때만 쓰세요.</translation>
    </message>
    <message>
        <source>Redirects are not followed, because they could send your headers to another site. The target is the same host.</source>
        <translation>헤더가 다른 사이트로 전송될 수 있어 리디렉션을 따라가지 않습니다. 대상은 같은 호스트입니다.</translation>
    </message>
    <message>
        <source>Required (HTTP {}), and provided.</source>
        <translation>필요하며(HTTP {}) 제시했습니다.</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>Restarted</source>
        <translation>다시 시작함</translation>
    </message>
    <message>
        <source>Run it with {}</source>
        <translation>{}(으)로 실행</translation>
    </message>
    <message>
        <source>Run the package manager silently (npm run --silent …), or start the server&apos;s script directly.</source>
        <translation>패키지 관리자를 조용히 실행하거나(npm run --silent …) 서버의 스크립트를 직접 시작하세요.</translation>
    </message>
    <message>
        <source>SOCKS proxies are not supported. Use an HTTP proxy (http://host:port).</source>
        <translation>SOCKS 프록시는 지원하지 않습니다. HTTP 프록시(http://host:port)를 넣으세요.</translation>
    </message>
    <message>
        <source>Send an Authorization header</source>
        <translation>Authorization 헤더 보내기</translation>
    </message>
    <message>
        <source>Send the header {}</source>
        <translation>{} 헤더 보내기</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Set NO_COLOR=1</source>
        <translation>NO_COLOR=1 설정</translation>
    </message>
    <message>
        <source>Set in</source>
        <translation>설정된 곳</translation>
    </message>
    <message>
        <source>Set {}</source>
        <translation>{} 설정</translation>
    </message>
    <message>
        <source>Shim</source>
        <translation>심(shim)</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>로그인</translation>
    </message>
    <message>
        <source>Sign in, or send the header the server requires.</source>
        <translation>로그인하거나 서버가 원하는 헤더를 보내세요.</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>로그인</translation>
    </message>
    <message>
        <source>Skipped: it needs “{}”.</source>
        <translation>건너뜀: “{}”이(가) 필요합니다.</translation>
    </message>
    <message>
        <source>Some clients give up sooner. A first start may download packages: install them beforehand.</source>
        <translation>그 전에 포기하는 클라이언트가 있습니다. 첫 시작은 패키지를 내려받을 수 있으니 미리 설치해 두세요.</translation>
    </message>
    <message>
        <source>Source for {}</source>
        <translation>{} 정보의 출처</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>Start as {} would</source>
        <translation>{}처럼 시작</translation>
    </message>
    <message>
        <source>Start in {}</source>
        <translation>{}에서 시작</translation>
    </message>
    <message>
        <source>Start it with cmd /c</source>
        <translation>cmd /c로 시작</translation>
    </message>
    <message>
        <source>Start it with npx -y</source>
        <translation>npx -y로 시작</translation>
    </message>
    <message>
        <source>Start it with {}</source>
        <translation>{}(으)로 시작</translation>
    </message>
    <message>
        <source>Start {} instead</source>
        <translation>대신 {} 시작</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>시작됨</translation>
    </message>
    <message>
        <source>The arguments contain relative paths and no working directory is set: each client starts servers in a different folder. Set the folder, or use full paths.</source>
        <translation>인수에 상대 경로가 있는데 작업 폴더가 설정되지 않았습니다. 클라이언트마다 서버를 다른 폴더에서 시작합니다. 폴더를 설정하거나 전체 경로를 쓰세요.</translation>
    </message>
    <message>
        <source>The error below says why.</source>
        <translation>아래의 오류에 이유가 있습니다.</translation>
    </message>
    <message>
        <source>The first byte came after {:.1f} s.</source>
        <translation>첫 바이트가 {:.1f}초 뒤에 왔습니다.</translation>
    </message>
    <message>
        <source>The line ends with CRLF, as on Windows: the interpreter&apos;s name ends in a carriage return.</source>
        <translation>줄이 Windows처럼 CRLF로 끝나 인터프리터 이름 끝에 캐리지 리턴이 있습니다.</translation>
    </message>
    <message>
        <source>The program rejects its arguments: compare them with this help.</source>
        <translation>프로그램이 인수를 받지 않습니다. 이 도움말과 비교하세요.</translation>
    </message>
    <message>
        <source>The program speaks HTTP on its stdout. Start it in stdio mode, or connect to its URL.</source>
        <translation>프로그램이 stdout으로 HTTP를 씁니다. stdio 모드로 시작하거나 URL로 연결하세요.</translation>
    </message>
    <message>
        <source>The proxy cannot reach the server, or is not allowed to. Check it, or exclude this host with NO_PROXY.</source>
        <translation>프록시가 서버에 연결할 수 없거나 허용되지 않습니다. 프록시를 확인하거나 NO_PROXY로 이 호스트를 빼세요.</translation>
    </message>
    <message>
        <source>The proxy rejects the connection: {}.</source>
        <translation>프록시가 연결을 거부합니다: {}.</translation>
    </message>
    <message>
        <source>The server must write UTF-8 without a BOM; strict clients fail on it.</source>
        <translation>서버는 BOM 없는 UTF-8로 써야 합니다. 엄격한 클라이언트는 실패합니다.</translation>
    </message>
    <message>
        <source>The server must write UTF-8. PowerShell pipes produce UTF-16.</source>
        <translation>서버는 UTF-8로 써야 합니다. PowerShell의 파이프는 UTF-16을 만듭니다.</translation>
    </message>
    <message>
        <source>The server requires authorization first.</source>
        <translation>서버에 먼저 인증이 필요합니다.</translation>
    </message>
    <message>
        <source>The server sent no certificate.</source>
        <translation>서버가 인증서를 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>The server&apos;s document does not describe this server: {}.</source>
        <translation>서버의 문서가 그 서버에 관한 것이 아닙니다: {}.</translation>
    </message>
    <message>
        <source>The token lacks a scope, or the server rejects the request&apos;s Host or Origin. For a local server, use a host name it allows.</source>
        <translation>토큰에 스코프가 모자라거나, 서버가 요청의 Host나 Origin을 받지 않습니다. 로컬 서버라면 서버가 허용하는 호스트 이름을 쓰세요.</translation>
    </message>
    <message>
        <source>There is {} between the messages.</source>
        <translation>메시지 사이에 {}이(가) 있습니다.</translation>
    </message>
    <message>
        <source>There was no way to ask for it.</source>
        <translation>물어볼 방법이 없었습니다.</translation>
    </message>
    <message>
        <source>They would pass as far as can be seen.</source>
        <translation>보이는 한에서는 통과합니다.</translation>
    </message>
    <message>
        <source>This is an HTTP server at {}. Connect to that URL (it often ends in /mcp), or start it in stdio mode (often `stdio`).</source>
        <translation>{}의 HTTP 서버입니다. 그 URL로 연결하거나(끝에 /mcp가 붙는 경우가 많습니다) stdio 모드(흔히 `stdio`)로 시작하세요.</translation>
    </message>
    <message>
        <source>This is an HTTP server. Connect to its URL, or start it in stdio mode (often `stdio`).</source>
        <translation>HTTP 서버입니다. URL로 연결하거나 stdio 모드(흔히 `stdio`)로 시작하세요.</translation>
    </message>
    <message>
        <source>Time to headers</source>
        <translation>헤더까지의 시간</translation>
    </message>
    <message>
        <source>Time to the first byte</source>
        <translation>첫 바이트까지의 시간</translation>
    </message>
    <message>
        <source>Trust the system&apos;s certificates</source>
        <translation>시스템 인증서 신뢰</translation>
    </message>
    <message>
        <source>Trust this authority, SHA-256 {}…</source>
        <translation>이 기관 신뢰, SHA-256 {}…</translation>
    </message>
    <message>
        <source>Trust this certificate, SHA-256 {}…</source>
        <translation>이 인증서 신뢰, SHA-256 {}…</translation>
    </message>
    <message>
        <source>Try {}</source>
        <translation>{} 시도</translation>
    </message>
    <message>
        <source>Turn certificate checks off (test servers only)</source>
        <translation>인증서 확인 끄기(시험용 서버만)</translation>
    </message>
    <message>
        <source>Turn certificate checks on</source>
        <translation>인증서 확인 켜기</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>UTF-16 text</source>
        <translation>UTF-16 텍스트</translation>
    </message>
    <message>
        <source>Use https</source>
        <translation>https 사용</translation>
    </message>
    <message>
        <source>Use https://{}</source>
        <translation>https://{} 사용</translation>
    </message>
    <message>
        <source>Use no proxy for this server</source>
        <translation>이 서버에 프록시 쓰지 않기</translation>
    </message>
    <message>
        <source>Use no working directory</source>
        <translation>작업 폴더 쓰지 않기</translation>
    </message>
    <message>
        <source>Use the PATH of the login shell</source>
        <translation>로그인 셸의 PATH 사용</translation>
    </message>
    <message>
        <source>Use the host {}</source>
        <translation>호스트 {} 사용</translation>
    </message>
    <message>
        <source>Use {}</source>
        <translation>{} 사용</translation>
    </message>
    <message>
        <source>Use {}, as a terminal does</source>
        <translation>터미널처럼 {} 사용</translation>
    </message>
    <message>
        <source>Use {}: MCP over HTTP</source>
        <translation>{} 사용: MCP over HTTP</translation>
    </message>
    <message>
        <source>Use {}: the port speaks TLS</source>
        <translation>{} 사용: 포트가 TLS를 씁니다</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>변수</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>Working directory</source>
        <translation>작업 폴더</translation>
    </message>
    <message>
        <source>a Content-Length header, as language servers (LSP) frame messages</source>
        <translation>언어 서버(LSP)처럼 메시지를 나누는 Content-Length 헤더</translation>
    </message>
    <message>
        <source>a JSON array, perhaps a batch</source>
        <translation>JSON 배열, 아마 배치</translation>
    </message>
    <message>
        <source>a JSON-RPC message</source>
        <translation>JSON-RPC 메시지</translation>
    </message>
    <message>
        <source>a Microsoft Store stub, which may only open the Store</source>
        <translation>Microsoft Store의 대용 파일. Store만 열 수 있습니다</translation>
    </message>
    <message>
        <source>a Python error</source>
        <translation>Python 오류</translation>
    </message>
    <message>
        <source>a Volta shim</source>
        <translation>Volta의 심(shim)</translation>
    </message>
    <message>
        <source>a batch file: it needs cmd.exe</source>
        <translation>배치 파일: 실행에 cmd.exe가 필요합니다</translation>
    </message>
    <message>
        <source>a byte order mark (BOM) before the first message</source>
        <translation>첫 메시지 앞의 바이트 순서 표시(BOM)</translation>
    </message>
    <message>
        <source>a line with the port it listens on</source>
        <translation>수신 포트를 알리는 줄</translation>
    </message>
    <message>
        <source>a mise shim: the version depends on the working directory</source>
        <translation>mise의 심(shim): 작업 폴더에 따라 버전이 정해집니다</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>a pyenv shim: the version depends on the working directory</source>
        <translation>pyenv의 심(shim): 작업 폴더에 따라 버전이 정해집니다</translation>
    </message>
    <message>
        <source>a script</source>
        <translation>스크립트</translation>
    </message>
    <message>
        <source>a script in a conda environment</source>
        <translation>conda 환경의 스크립트</translation>
    </message>
    <message>
        <source>a shell&apos;s greeting or prompt</source>
        <translation>셸의 인사나 프롬프트</translation>
    </message>
    <message>
        <source>a snap, which may not have access to all your files</source>
        <translation>snap. 일부 파일에 접근하지 못할 수 있습니다</translation>
    </message>
    <message>
        <source>a tool installed by uv ({0})</source>
        <translation>uv가 설치한 도구({0})</translation>
    </message>
    <message>
        <source>a web page (HTML)</source>
        <translation>웹 페이지(HTML)</translation>
    </message>
    <message>
        <source>also not found there</source>
        <translation>거기서도 찾지 못함</translation>
    </message>
    <message>
        <source>an HTTP message</source>
        <translation>HTTP 메시지</translation>
    </message>
    <message>
        <source>an asdf shim: the version depends on the working directory (.tool-versions)</source>
        <translation>asdf의 심(shim): 작업 폴더에 따라 버전이 정해집니다(.tool-versions)</translation>
    </message>
    <message>
        <source>an empty line</source>
        <translation>빈 줄</translation>
    </message>
    <message>
        <source>an error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>an event stream</source>
        <translation>이벤트 스트림</translation>
    </message>
    <message>
        <source>an rbenv shim</source>
        <translation>rbenv의 심(shim)</translation>
    </message>
    <message>
        <source>built on VS Code, whose environment it inherits; undocumented</source>
        <translation>VS Code 기반이라 그 환경을 물려받습니다. 문서화되지 않았습니다</translation>
    </message>
    <message>
        <source>command line help</source>
        <translation>명령줄의 도움말</translation>
    </message>
    <message>
        <source>downloads the image if it is missing: the first start is slow</source>
        <translation>아직 없으면 이미지를 내려받습니다: 첫 시작이 느립니다</translation>
    </message>
    <message>
        <source>downloads the package if it is missing: the first start is slow</source>
        <translation>아직 없으면 패키지를 내려받습니다: 첫 시작이 느립니다</translation>
    </message>
    <message>
        <source>folder {place} of {count} on PATH: {path}</source>
        <translation>PATH의 폴더 {count}개 중 {place}번째: {path}</translation>
    </message>
    <message>
        <source>from fnm, in a folder that only exists for one terminal session</source>
        <translation>fnm의 것, 터미널 세션 하나 동안만 있는 폴더</translation>
    </message>
    <message>
        <source>from the settings: {}</source>
        <translation>설정에 따라: {}</translation>
    </message>
    <message>
        <source>in a Python virtual environment</source>
        <translation>Python 가상 환경에 있음</translation>
    </message>
    <message>
        <source>installed by Bun</source>
        <translation>Bun이 설치함</translation>
    </message>
    <message>
        <source>installed by Cargo or rustup</source>
        <translation>Cargo나 rustup이 설치함</translation>
    </message>
    <message>
        <source>it closed the connection without responding</source>
        <translation>응답 없이 연결을 닫음</translation>
    </message>
    <message>
        <source>no Location header</source>
        <translation>Location 헤더 없음</translation>
    </message>
    <message>
        <source>no host</source>
        <translation>호스트 없음</translation>
    </message>
    <message>
        <source>no response</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>no response within {:g} s</source>
        <translation>{:g}초 안에 응답 없음</translation>
    </message>
    <message>
        <source>no stream: HTTP {}</source>
        <translation>스트림 없음: HTTP {}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>찾지 못함</translation>
    </message>
    <message>
        <source>not requested: {}</source>
        <translation>요청하지 않음: {}</translation>
    </message>
    <message>
        <source>not signed in</source>
        <translation>로그인 안 됨</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>output of a package manager (npm, yarn, pnpm)</source>
        <translation>패키지 관리자(npm, yarn, pnpm)의 출력</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>요청함</translation>
    </message>
    <message>
        <source>responded</source>
        <translation>응답됨</translation>
    </message>
    <message>
        <source>same</source>
        <translation>같음</translation>
    </message>
    <message>
        <source>signed in with {issuer}, scopes: {scope}</source>
        <translation>{issuer}에 로그인됨, 스코프: {scope}</translation>
    </message>
    <message>
        <source>signed in with {}</source>
        <translation>{}에 로그인됨</translation>
    </message>
    <message>
        <source>stderr is empty.</source>
        <translation>stderr가 비어 있습니다.</translation>
    </message>
    <message>
        <source>stdout is empty.</source>
        <translation>stdout이 비어 있습니다.</translation>
    </message>
    <message>
        <source>terminal colours or control sequences</source>
        <translation>터미널의 색이나 제어 시퀀스</translation>
    </message>
    <message>
        <source>text that is not JSON</source>
        <translation>JSON이 아닌 텍스트</translation>
    </message>
    <message>
        <source>the client&apos;s ({})</source>
        <translation>클라이언트의 것({})</translation>
    </message>
    <message>
        <source>the environment or the system&apos;s settings</source>
        <translation>환경 또는 시스템 설정</translation>
    </message>
    <message>
        <source>the login shell</source>
        <translation>로그인 셸</translation>
    </message>
    <message>
        <source>the profile&apos;s</source>
        <translation>프로필의 것</translation>
    </message>
    <message>
        <source>the proxy, which resolves the server itself</source>
        <translation>서버 이름을 직접 찾는 프록시</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>this program&apos;s</source>
        <translation>이 프로그램의 것</translation>
    </message>
    <message>
        <source>this server&apos;s settings</source>
        <translation>이 서버의 설정</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>시간 초과</translation>
    </message>
    <message>
        <source>unknown: {}</source>
        <translation>알 수 없음: {}</translation>
    </message>
    <message>
        <source>unreadable: {}</source>
        <translation>읽을 수 없음: {}</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>판정</translation>
    </message>
    <message>
        <source>{address} port {port} responds in {fastest:.1f} ms.</source>
        <translation>{address} 포트 {port}이(가) {fastest:.1f} ms에 응답합니다.</translation>
    </message>
    <message>
        <source>{count} of {all} addresses do not respond.</source>
        <translation>주소 {all}개 중 {count}개가 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>{label} cannot find {command}.</source>
        <translation>{label}은(는) {command}을(를) 찾지 못합니다.</translation>
    </message>
    <message>
        <source>{label} does not pass on {missing}.</source>
        <translation>{label}은(는) {missing}을(를) 넘겨주지 않습니다.</translation>
    </message>
    <message>
        <source>{label} starts {there}.</source>
        <translation>{label}은(는) {there}을(를) 시작합니다.</translation>
    </message>
    <message>
        <source>{missing} does not exist in {folder}.</source>
        <translation>{folder}에 {missing}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>{text}
… {count} characters in all</source>
        <translation>{text}
… 모두 {count}자</translation>
    </message>
    <message>
        <source>{text} … {count} bytes</source>
        <translation>{text} … {count}바이트</translation>
    </message>
    <message>
        <source>{text} … {count} in total</source>
        <translation>{text} … 모두 {count}개</translation>
    </message>
    <message>
        <source>{title} failed: {said}</source>
        <translation>{title} 실패: {said}</translation>
    </message>
    <message>
        <source>{version}, valid until {ends}, trusted here.</source>
        <translation>{version}, {ends}까지 유효, 여기서 신뢰됨.</translation>
    </message>
    <message>
        <source>{version}, valid until {ends}, {verify} is trusted.</source>
        <translation>{version}, {ends}까지 유효, {verify}을(를) 신뢰함.</translation>
    </message>
    <message>
        <source>{} has a different value for</source>
        <translation>{}에서 값이 다른 것</translation>
    </message>
    <message>
        <source>{} is not an HTTP proxy.</source>
        <translation>{}은(는) HTTP 프록시가 아닙니다.</translation>
    </message>
    <message>
        <source>{} lacks</source>
        <translation>{}에 없는 것</translation>
    </message>
    <message>
        <source>{} starts it in</source>
        <translation>{}이(가) 시작하는 폴더</translation>
    </message>
    <message>
        <source>{}, but not JSON</source>
        <translation>{}, 그러나 JSON이 아님</translation>
    </message>
    <message>
        <source>{}, but not a JSON object</source>
        <translation>{}, 그러나 JSON 객체가 아님</translation>
    </message>
    <message>
        <source>{}, from the environment or the system&apos;s settings.</source>
        <translation>{}, 환경 또는 시스템 설정에 있음.</translation>
    </message>
    <message>
        <source>{}, from this server&apos;s settings.</source>
        <translation>{}, 이 서버의 설정에 있음.</translation>
    </message>
    <message>
        <source>{}: not requested</source>
        <translation>{}: 요청하지 않음</translation>
    </message>
    <message>
        <source>… {} lines in total; the last ones:</source>
        <translation>… 모두 {}줄, 마지막 줄들:</translation>
    </message>
    <message>
        <source>… {} such lines</source>
        <translation>… 이런 줄 {}개</translation>
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
        <source>Compare with environment of</source>
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
        <source>Could not change this: {}</source>
        <translation>바꾸지 못했습니다: {}</translation>
    </message>
    <message>
        <source>Diagnosis of {}</source>
        <translation>{} 진단</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>실행 중…</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>여기서만</translation>
    </message>
</context>
<context>
    <name>DuringCall</name>
    <message>
        <source>Show them in the timeline</source>
        <translation>타임라인에서 보기</translation>
    </message>
    <message>
        <source>stderr lines that may say why this call failed</source>
        <translation>이 호출이 실패한 이유를 알 수 있는 stderr 줄</translation>
    </message>
</context>
<context>
    <name>EditServer</name>
    <message>
        <source>Arguments</source>
        <translation>인수</translation>
    </message>
    <message>
        <source>Authorization</source>
        <translation>인가</translation>
    </message>
    <message>
        <source>Bundle: edit values…</source>
        <translation>번들: 값 편집…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>파일 선택…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>폴더 선택…</translation>
    </message>
    <message>
        <source>Client capabilities</source>
        <translation>클라이언트 기능(capability)</translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation>클라이언트 인증서</translation>
    </message>
    <message>
        <source>Client identity</source>
        <translation>클라이언트 정보</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Connect timeout</source>
        <translation>연결 시간 제한</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Custom roots instead of those in the settings</source>
        <translation>설정의 루트 대신 전용 루트</translation>
    </message>
    <message>
        <source>Edit {}</source>
        <translation>{} 편집</translation>
    </message>
    <message>
        <source>Enter the program to start.</source>
        <translation>시작할 프로그램을 입력하세요.</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>환경</translation>
    </message>
    <message>
        <source>Extra CA file</source>
        <translation>추가 CA 파일</translation>
    </message>
    <message>
        <source>Folders or URIs, one per line</source>
        <translation>폴더나 URI, 한 줄에 하나</translation>
    </message>
    <message>
        <source>Folders or files, one per line; if empty, the server&apos;s folder or those in its arguments</source>
        <translation>폴더나 파일을 한 줄에 하나씩. 비우면 서버의 폴더나 인수에 있는 폴더</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>그룹</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>헤더</translation>
    </message>
    <message>
        <source>Heading in the server list</source>
        <translation>목록에서 이 서버가 있는 제목</translation>
    </message>
    <message>
        <source>NAME=value, one per line</source>
        <translation>NAME=value, 한 줄에 하나</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Name: value, one per line</source>
        <translation>Name: value, 한 줄에 하나</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>네트워크</translation>
    </message>
    <message>
        <source>One argument per line</source>
        <translation>한 줄에 인수 하나</translation>
    </message>
    <message>
        <source>PEM file or folder, trusted in addition to the system&apos;s authorities</source>
        <translation>시스템의 기관과 함께 신뢰할 PEM 파일이나 폴더</translation>
    </message>
    <message>
        <source>PEM file with the client certificate</source>
        <translation>클라이언트 인증서가 든 PEM 파일</translation>
    </message>
    <message>
        <source>PEM file without a passphrase; leave empty if it is in the certificate file</source>
        <translation>암호 구문 없는 PEM 파일. 인증서 파일 안에 있으면 비워 두세요</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>개인 키</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>프로토콜</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>프록시</translation>
    </message>
    <message>
        <source>Reconnect automatically</source>
        <translation>자동으로 다시 연결</translation>
    </message>
    <message>
        <source>Restart and roots</source>
        <translation>다시 시작과 루트</translation>
    </message>
    <message>
        <source>Restart when the server&apos;s files change</source>
        <translation>서버의 파일이 바뀌면 다시 시작</translation>
    </message>
    <message>
        <source>Roots</source>
        <translation>루트</translation>
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
        <source>Server settings</source>
        <translation>서버 설정</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>구성</translation>
    </message>
    <message>
        <source>The URL must start with http://, https://, ws:// or wss://.</source>
        <translation>URL은 http://, https://, ws://, wss:// 중 하나로 시작해야 합니다.</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>시간 제한</translation>
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
        <source>Variables</source>
        <translation>변수</translation>
    </message>
    <message>
        <source>Verify the server&apos;s certificate</source>
        <translation>서버 인증서 확인</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>지켜볼 것</translation>
    </message>
    <message>
        <source>Where the server starts; if empty, this app&apos;s working directory</source>
        <translation>서버를 시작할 폴더. 비우면 이 프로그램의 작업 폴더</translation>
    </message>
    <message>
        <source>Working directory</source>
        <translation>작업 폴더</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>자동</translation>
    </message>
    <message>
        <source>http://host:port; if empty, from the environment</source>
        <translation>http://host:port, 비우면 환경을 따름</translation>
    </message>
    <message>
        <source>inherit mine</source>
        <translation>내 환경 상속</translation>
    </message>
    <message>
        <source>like Claude Desktop</source>
        <translation>Claude Desktop처럼</translation>
    </message>
    <message>
        <source>like Cursor</source>
        <translation>Cursor처럼</translation>
    </message>
    <message>
        <source>like VS Code</source>
        <translation>VS Code처럼</translation>
    </message>
    <message>
        <source>restricted</source>
        <translation>제한</translation>
    </message>
    <message>
        <source>server.json: edit its values…</source>
        <translation>server.json: 값 편집…</translation>
    </message>
    <message>
        <source>“{}” has no {}</source>
        <translation>“{}”에 {}이(가) 없습니다</translation>
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
    <name>Errors</name>
    <message>
        <source>Free some disk space.</source>
        <translation>디스크에 공간을 마련하세요.</translation>
    </message>
    <message>
        <source>Increase the timeout, or find out what the server is waiting for.</source>
        <translation>시간 제한을 늘리거나, 서버가 무엇을 기다리는지 알아보세요.</translation>
    </message>
    <message>
        <source>Likely cause: {}</source>
        <translation>가능한 원인: {}</translation>
    </message>
    <message>
        <source>Next step: {}</source>
        <translation>다음 단계: {}</translation>
    </message>
    <message>
        <source>No response to {what} within {s:g} s.</source>
        <translation>{s:g}초 안에 {what}에 응답이 없습니다.</translation>
    </message>
    <message>
        <source>The server is slow or stuck.</source>
        <translation>서버가 느리거나 멈췄습니다.</translation>
    </message>
    <message>
        <source>The server is slow or stuck; its last lines on stderr are below.</source>
        <translation>서버가 느리거나 멈췄습니다. stderr의 마지막 줄들이 아래에 있습니다.</translation>
    </message>
    <message>
        <source>Tried: {}</source>
        <translation>시도한 것: {}</translation>
    </message>
    <message>
        <source>no response to {what} within {s:g} s; try a longer timeout</source>
        <translation>{s:g}초 안에 {what}에 응답이 없습니다. 시간 제한을 늘릴 수 있습니다</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>Copied</source>
        <translation>복사함</translation>
    </message>
    <message>
        <source>Copy as an issue</source>
        <translation>이슈로 복사</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>설명</translation>
    </message>
    <message>
        <source>How to fix it</source>
        <translation>고치는 방법</translation>
    </message>
    <message>
        <source>Open page ↗</source>
        <translation>페이지 열기 ↗</translation>
    </message>
    <message>
        <source>Rule in the guide</source>
        <translation>안내서의 규칙</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>확인한 내용</translation>
    </message>
    <message>
        <source>Select a line to see how to fix it.</source>
        <translation>줄을 선택하면 고치는 방법이 나옵니다.</translation>
    </message>
    <message>
        <source>Show the record, with the place marked</source>
        <translation>위치를 표시하여 기록 보기</translation>
    </message>
    <message>
        <source>The specification</source>
        <translation>사양</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>record #{}</source>
        <translation>기록 #{}</translation>
    </message>
    <message>
        <source>{} times</source>
        <translation>{}번</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>All {}</source>
        <translation>모두 {}</translation>
    </message>
    <message>
        <source>Can be opened again. Replace secrets before you share it.</source>
        <translation>다시 열 수 있게, 전부 또는 일부를. 비밀을 바꾸면 남에게 줄 수 있습니다.</translation>
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
        <source>Include everything that belongs to these calls</source>
        <translation>이 호출에 속한 모든 것 포함</translation>
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
        <source>Changes to the file</source>
        <translation>파일에서 바뀔 내용</translation>
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
        <source>Entry</source>
        <translation>항목</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Its configuration file is unknown; choose one.</source>
        <translation>설정 파일의 위치를 알 수 없습니다. 파일을 고르세요.</translation>
    </message>
    <message>
        <source>Other file…</source>
        <translation>다른 파일…</translation>
    </message>
    <message>
        <source>Target file</source>
        <translation>대상 파일</translation>
    </message>
    <message>
        <source>The file has this entry already.</source>
        <translation>이 항목이 파일에 이미 있습니다.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>쓰기</translation>
    </message>
    <message>
        <source>Write to file</source>
        <translation>파일에 쓰기</translation>
    </message>
    <message>
        <source>Written.</source>
        <translation>썼습니다.</translation>
    </message>
    <message>
        <source>Written; the previous file is kept as {}.</source>
        <translation>썼습니다. 이전 파일은 {}(으)로 보관했습니다.</translation>
    </message>
    <message>
        <source>include secrets</source>
        <translation>비밀 값 포함</translation>
    </message>
    <message>
        <source>{} for Another Client</source>
        <translation>다른 클라이언트용 {}</translation>
    </message>
</context>
<context>
    <name>Exporters</name>
    <message>
        <source>Goose asks for {} and stores it itself.</source>
        <translation>Goose는 {}을(를) 묻고 스스로 보관합니다.</translation>
    </message>
    <message>
        <source>It cannot prompt: {id} is read from the variable {name}.</source>
        <translation>입력을 요청할 수 없습니다. {id}은(는) 변수 {name}에서 읽습니다.</translation>
    </message>
    <message>
        <source>It does not expand {} within text: it is written as is.</source>
        <translation>텍스트 안의 {}을(를) 확장하지 않습니다. 그대로 씁니다.</translation>
    </message>
    <message>
        <source>It does not expand {}: it is written as is.</source>
        <translation>{}을(를) 확장하지 않습니다. 그대로 씁니다.</translation>
    </message>
    <message>
        <source>It does not support all of the authorization ({}).</source>
        <translation>인가 설정 일부를 지원하지 않습니다({}).</translation>
    </message>
    <message>
        <source>It does not support all of the authorization: {}.</source>
        <translation>인가 설정 일부를 지원하지 않습니다: {}.</translation>
    </message>
    <message>
        <source>It has no setting for HTTP+SSE; it may or may not detect it.</source>
        <translation>HTTP+SSE 설정이 없습니다. 자동으로 감지하지 못할 수 있습니다.</translation>
    </message>
    <message>
        <source>It has no setting for a default of {name} ({value}).</source>
        <translation>{name}의 기본값({value}) 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for a proxy.</source>
        <translation>프록시 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for a restricted environment.</source>
        <translation>제한된 환경 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for an env file ({}).</source>
        <translation>환경 변수 파일({}) 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for certificate verification.</source>
        <translation>인증서 확인 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for client capabilities.</source>
        <translation>클라이언트 기능(capability) 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for extra _meta.</source>
        <translation>추가 _meta 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for roots.</source>
        <translation>루트 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for the protocol revision.</source>
        <translation>프로토콜 개정판 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for the timeout of {:g} s.</source>
        <translation>시간 제한({:g}초) 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It has no setting for the working directory ({}).</source>
        <translation>작업 폴더({}) 설정이 없습니다.</translation>
    </message>
    <message>
        <source>It sends its own client name to the server.</source>
        <translation>서버에 자체 클라이언트 이름을 보냅니다.</translation>
    </message>
    <message>
        <source>It would treat {} as a variable, although it is none here.</source>
        <translation>{}을(를) 변수로 처리하지만, 여기서는 변수가 아닙니다.</translation>
    </message>
    <message>
        <source>Settings of another client are omitted: {}.</source>
        <translation>다른 클라이언트의 설정은 생략합니다: {}.</translation>
    </message>
    <message>
        <source>Settings of {label} are omitted: {others}.</source>
        <translation>{label}의 설정은 생략합니다: {others}.</translation>
    </message>
    <message>
        <source>The file&apos;s own value of {} is kept.</source>
        <translation>{}: 파일에 이미 있는 값을 그대로 둡니다.</translation>
    </message>
    <message>
        <source>The secret {what} is not written: it is read from the variable {name}, shared by every server that uses this name.</source>
        <translation>비밀 값 {what}은(는) 쓰지 않습니다. 변수 {name}에서 읽으며, 이 이름을 쓰는 다른 서버도 같은 값을 씁니다.</translation>
    </message>
    <message>
        <source>The secret {what} is not written: it is read from the variable {name}.</source>
        <translation>비밀 값 {what}은(는) 쓰지 않습니다. 변수 {name}에서 읽습니다.</translation>
    </message>
    <message>
        <source>The secret {what} is not written: replace &lt;{name}&gt; with it.</source>
        <translation>비밀 값 {what}은(는) 쓰지 않습니다. &lt;{name}&gt; 자리에 넣으세요.</translation>
    </message>
    <message>
        <source>Your value for {} stays here; the other client looks it up or asks for it.</source>
        <translation>{}의 값은 여기에 남습니다. 그쪽 클라이언트가 찾거나 다시 묻습니다.</translation>
    </message>
    <message>
        <source>cannot change the file: incomplete JSON at line {}</source>
        <translation>파일을 바꿀 수 없습니다. {}번째 줄에서 JSON이 온전하지 않습니다</translation>
    </message>
    <message>
        <source>cannot change the file: its servers use aliases</source>
        <translation>파일을 바꿀 수 없습니다. 서버 목록에 별칭(alias)이 있습니다</translation>
    </message>
    <message>
        <source>cannot change the file: {} is not a list</source>
        <translation>파일을 바꿀 수 없습니다. {}이(가) 목록이 아닙니다</translation>
    </message>
    <message>
        <source>cannot change the file: {} is not a table</source>
        <translation>파일을 바꿀 수 없습니다. {}이(가) 테이블이 아닙니다</translation>
    </message>
    <message>
        <source>cannot change the file: {} is not an object</source>
        <translation>파일을 바꿀 수 없습니다. {}이(가) 객체가 아닙니다</translation>
    </message>
    <message>
        <source>cannot change {file}: it is not UTF-8 (byte {start})</source>
        <translation>{file}을(를) 바꿀 수 없습니다. UTF-8이 아닙니다({start}번째 바이트)</translation>
    </message>
    <message>
        <source>cannot change {file}: {problem}</source>
        <translation>{file}을(를) 바꿀 수 없습니다: {problem}</translation>
    </message>
    <message>
        <source>cannot change {}: it is larger than 2 MB</source>
        <translation>{}을(를) 바꿀 수 없습니다. 2 MB보다 큽니다</translation>
    </message>
    <message>
        <source>cannot change {}: it is not an object</source>
        <translation>{}을(를) 바꿀 수 없습니다. 객체가 아닙니다</translation>
    </message>
    <message>
        <source>cannot read {file}: {error}</source>
        <translation>{file}을(를) 읽을 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>cannot write {file}: {error}</source>
        <translation>{file}에 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>it</source>
        <translation>이것</translation>
    </message>
    <message>
        <source>{} cannot be changed without affecting the rest of the file; change it manually</source>
        <translation>파일의 나머지에 영향을 주지 않고는 {}을(를) 바꿀 수 없습니다. 직접 바꾸세요</translation>
    </message>
    <message>
        <source>{} does not support HTTP+SSE</source>
        <translation>{}은(는) HTTP+SSE를 지원하지 않습니다</translation>
    </message>
    <message>
        <source>{} does not support WebSocket</source>
        <translation>{}은(는) WebSocket을 지원하지 않습니다</translation>
    </message>
    <message>
        <source>{} does not support servers with a URL</source>
        <translation>{}은(는) URL로 연결하는 서버를 지원하지 않습니다</translation>
    </message>
    <message>
        <source>{} has changed in the meantime; review it again</source>
        <translation>그 사이 {}이(가) 바뀌었습니다. 다시 검토하세요</translation>
    </message>
    <message>
        <source>{} is not a regular file</source>
        <translation>{}은(는) 일반 파일이 아닙니다</translation>
    </message>
    <message>
        <source>“{}” is already in the file; change it there</source>
        <translation>“{}”이(가) 이미 파일에 있습니다. 거기서 바꾸세요</translation>
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
        <source>Detect transport</source>
        <translation>전송 방식 찾기</translation>
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
        <source>How to install</source>
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
        <source>The list of folders in which your system looks for a program that is called by its name.</source>
        <translation>시스템이 이름만으로 실행되는 프로그램을 찾는 폴더 목록입니다.</translation>
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
        <source>Try legacy protocol</source>
        <translation>구형(legacy)으로 시도</translation>
    </message>
    <message>
        <source>Try modern protocol</source>
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
        <source>Look again</source>
        <translation>다시 찾기</translation>
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
        <source>some parts are invalid</source>
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
        <source>F8 goes to the next</source>
        <translation>F8로 다음으로 이동</translation>
    </message>
    <message>
        <source>Filter faults</source>
        <translation>규칙 위반 필터</translation>
    </message>
    <message>
        <source>Messages that break a rule on purpose. Choose one, review it, press Send.</source>
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
        <source>Schema problems</source>
        <translation>스키마 문제</translation>
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
        <source>What this fault sends and what the server must do</source>
        <translation>이 규칙 위반이 보내는 것과 서버가 해야 할 일</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>외 {0}개</translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation>해당 없음</translation>
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
        <source>Back to the response</source>
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
    <name>Faults</name>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>{count} faults: {parts}; MUST violations: {breaches}</source>
        <translation>규칙 위반 {count}개: {parts}. MUST를 어긴 것 {breaches}개</translation>
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
        <source>Hidden values are kept in the secret store, not in the server list.</source>
        <translation>숨긴 값은 서버 목록이 아니라 비밀 값 저장소에 보관합니다.</translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation>저장하고 연결</translation>
    </message>
    <message>
        <source>Show hidden values</source>
        <translation>숨긴 값 보기</translation>
    </message>
    <message>
        <source>The server&apos;s settings refer to these; they are remembered.</source>
        <translation>서버 설정이 참조하는 값입니다. 기억해 둡니다.</translation>
    </message>
    <message>
        <source>Values for {}</source>
        <translation>{}의 값</translation>
    </message>
</context>
<context>
    <name>FillingIn</name>
    <message>
        <source>Secrets could not be saved: {}</source>
        <translation>비밀 값을 보관하지 못했습니다: {}</translation>
    </message>
</context>
<context>
    <name>FilterButtons</name>
    <message>
        <source>More</source>
        <translation>더 보기</translation>
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
        <source>Filter applied</source>
        <translation>필터가 적용되어 있습니다</translation>
    </message>
    <message>
        <source>Not applied yet; press Enter</source>
        <translation>아직 적용되지 않았습니다. Enter로 적용합니다</translation>
    </message>
    <message>
        <source>column {0}: {1}</source>
        <translation>열 {0}: {1}</translation>
    </message>
</context>
<context>
    <name>FilterHelp</name>
    <message>
        <source>Click a line or press Enter to insert its example. Ctrl+Space in the filter suggests what fits.</source>
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
        <source>Syntax</source>
        <translation>쓰는 법</translation>
    </message>
    <message>
        <source>The filter language</source>
        <translation>필터 언어</translation>
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
        <translation>버튼</translation>
    </message>
    <message>
        <source>Double-click a cell to edit it. Use // in a name to make a submenu.</source>
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
        <translation>필터 옆에 버튼으로 보기</translation>
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
        <source>invalid expression: {0}</source>
        <translation>올바르지 않은 정규식: {0}</translation>
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
        <translation>이 기록에 대한 검사 결과</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>쪽</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>무엇이 잘못되었나</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>규칙</translation>
    </message>
</context>
<context>
    <name>FindingsTable</name>
    <message>
        <source>Findings</source>
        <translation>검사 결과</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>검사 결과가 없습니다.</translation>
    </message>
    <message>
        <source>Protocol violations by servers are listed here.</source>
        <translation>서버의 프로토콜 위반이 여기에 나옵니다.</translation>
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
        <source>Off while sorted by {}: new records are not at the end</source>
        <translation>‘{}’ 기준으로 정렬하는 동안 꺼짐: 새 기록이 맨 끝에 오지 않습니다</translation>
    </message>
    <message>
        <source>{0} new</source>
        <translation>새 {0}개</translation>
    </message>
    <message>
        <source>{0} new: sort again</source>
        <translation>새 기록 {0}개: 다시 정렬</translation>
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
        <source>No arguments</source>
        <translation>인수 없음</translation>
    </message>
    <message>
        <source>Show it here</source>
        <translation>여기에 보기</translation>
    </message>
    <message>
        <source>The JSON has an error at {0}: {1}. It is sent as is.</source>
        <translation>JSON의 {0}에 오류가 있습니다: {1}. 그대로 보냅니다.</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>JSON 아님</translation>
    </message>
    <message>
        <source>{0} characters</source>
        <translation>{0}자</translation>
    </message>
    <message>
        <source>{0} of JSON are kept and sent as is. The form can show them.</source>
        <translation>JSON {0}을(를) 그대로 보관하고 보냅니다. 양식에 표시할 수 있습니다.</translation>
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
        <source>{0} lone surrogate</source>
        <translation>홀로 있는 {0} 서로게이트</translation>
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
        <source>Some values do not match the schema: no rule was made and nothing was sent.</source>
        <translation>스키마에 맞지 않는 값이 있어 규칙을 만들지 않았고 아무것도 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>Some values do not match the schema; accept again to send them anyway.</source>
        <translation>스키마에 맞지 않는 값이 있습니다. 그래도 보내려면 다시 수락하세요.</translation>
    </message>
    <message>
        <source>This is not JSON, so it cannot be part of a response.</source>
        <translation>JSON이 아니어서 응답의 일부가 될 수 없습니다.</translation>
    </message>
    <message>
        <source>This is not a JSON object, so no rule can be made from it.</source>
        <translation>JSON 객체가 아니어서 규칙을 만들 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>FormText</name>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>any</source>
        <translation>아무 값</translation>
    </message>
    <message>
        <source>boolean</source>
        <translation>불리언</translation>
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
        <source>color</source>
        <translation>색</translation>
    </message>
    <message>
        <source>date</source>
        <translation>날짜</translation>
    </message>
    <message>
        <source>date-time</source>
        <translation>날짜와 시각</translation>
    </message>
    <message>
        <source>default {0}</source>
        <translation>기본값 {0}</translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation>지원 중단됨</translation>
    </message>
    <message>
        <source>directory-path</source>
        <translation>폴더 경로</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>기간</translation>
    </message>
    <message>
        <source>email</source>
        <translation>이메일</translation>
    </message>
    <message>
        <source>file-path</source>
        <translation>파일 경로</translation>
    </message>
    <message>
        <source>fixed value</source>
        <translation>고정된 값</translation>
    </message>
    <message>
        <source>hostname</source>
        <translation>호스트 이름</translation>
    </message>
    <message>
        <source>idn-email</source>
        <translation>국제화 이메일</translation>
    </message>
    <message>
        <source>idn-hostname</source>
        <translation>국제화 호스트 이름</translation>
    </message>
    <message>
        <source>integer</source>
        <translation>정수</translation>
    </message>
    <message>
        <source>ipv4</source>
        <translation>IPv4 주소</translation>
    </message>
    <message>
        <source>ipv6</source>
        <translation>IPv6 주소</translation>
    </message>
    <message>
        <source>iri</source>
        <translation>IRI</translation>
    </message>
    <message>
        <source>iri-reference</source>
        <translation>IRI 참조</translation>
    </message>
    <message>
        <source>items</source>
        <translation>항목</translation>
    </message>
    <message>
        <source>json-pointer</source>
        <translation>JSON 포인터</translation>
    </message>
    <message>
        <source>list</source>
        <translation>목록</translation>
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
        <source>list of options</source>
        <translation>선택 목록</translation>
    </message>
    <message>
        <source>list of strings</source>
        <translation>문자열 목록</translation>
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
        <source>password</source>
        <translation>암호</translation>
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
        <source>regex</source>
        <translation>정규식</translation>
    </message>
    <message>
        <source>relative-json-pointer</source>
        <translation>상대 JSON 포인터</translation>
    </message>
    <message>
        <source>string</source>
        <translation>문자열</translation>
    </message>
    <message>
        <source>time</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>unique items</source>
        <translation>중복 없음</translation>
    </message>
    <message>
        <source>uri</source>
        <translation>URI</translation>
    </message>
    <message>
        <source>uri-reference</source>
        <translation>URI 참조</translation>
    </message>
    <message>
        <source>uri-template</source>
        <translation>URI 템플릿</translation>
    </message>
    <message>
        <source>url</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>uuid</source>
        <translation>UUID</translation>
    </message>
    <message>
        <source>{0}, for example {1}</source>
        <translation>{0}, 예: {1}</translation>
    </message>
</context>
<context>
    <name>FoundModel</name>
    <message>
        <source>Finding</source>
        <translation>검사 결과</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>규칙</translation>
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
        <source>stale immediately (ttlMs 0)</source>
        <translation>곧바로 오래됨(ttlMs 0)</translation>
    </message>
    <message>
        <source>stale since {}</source>
        <translation>{}부터 오래됨</translation>
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
        <source>Group name</source>
        <translation>그룹 이름</translation>
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
        <source>Header: value, one per line; they override the app&apos;s</source>
        <translation>헤더: 값, 한 줄에 하나. 프로그램의 헤더보다 우선합니다</translation>
    </message>
</context>
<context>
    <name>HeaderTable</name>
    <message>
        <source>(empty)</source>
        <translation>(비어 있음)</translation>
    </message>
    <message>
        <source>Also sent as headers</source>
        <translation>헤더로도 보냄</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>인수</translation>
    </message>
    <message>
        <source>Arguments also sent as headers</source>
        <translation>헤더로도 보내는 인수</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>헤더</translation>
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
        <source>Action</source>
        <translation>동작</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>예</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>가이드</translation>
    </message>
    <message>
        <source>Inspect traffic</source>
        <translation>통신 살펴보기</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>뜻</translation>
    </message>
    <message>
        <source>Save and share</source>
        <translation>저장과 공유</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Syntax</source>
        <translation>쓰는 법</translation>
    </message>
    <message>
        <source>The app</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>Work with a server</source>
        <translation>서버로 작업하기</translation>
    </message>
</context>
<context>
    <name>HelpBrowser</name>
    <message>
        <source>Help page</source>
        <translation>도움말 페이지</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>All keyboard shortcuts (Ctrl+F1)</source>
        <translation>모든 단축키(Ctrl+F1)</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>뒤로(Alt+←)</translation>
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
        <source>Help contents</source>
        <translation>도움말 차례</translation>
    </message>
    <message>
        <source>No results.</source>
        <translation>결과가 없습니다.</translation>
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
        <source>Resumed after event {0}, {1} after the stream ended</source>
        <translation>이벤트 {0} 뒤부터, 스트림이 끝나고 {1} 뒤에 이어졌습니다</translation>
    </message>
    <message>
        <source>comment</source>
        <translation>주석</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>데이터 없음</translation>
    </message>
    <message>
        <source>response</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>{0} records in between are not shown</source>
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
        <source>HTTP headers and events</source>
        <translation>HTTP 헤더와 이벤트</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>헤더</translation>
    </message>
    <message>
        <source>No HTTP headers for this record.</source>
        <translation>이 기록에 속한 HTTP 헤더가 없습니다.</translation>
    </message>
    <message>
        <source>No HTTP: this connection uses stdio.</source>
        <translation>여기에는 HTTP가 없습니다. 이 연결은 파이프(stdio)입니다.</translation>
    </message>
    <message>
        <source>Only the handshake of this WebSocket uses HTTP; see its first rows.</source>
        <translation>이 WebSocket의 첫 행들에 있는 핸드셰이크 말고는 HTTP가 없습니다.</translation>
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
        <source>cannot be displayed</source>
        <translation>표시할 수 없음</translation>
    </message>
    <message>
        <source>declared as {}</source>
        <translation>{}(이)라고 선언됨</translation>
    </message>
</context>
<context>
    <name>Icons</name>
    <message>
        <source>Showing icons fetches them from {0}, without cookies or credentials.</source>
        <translation>아이콘을 표시하면 {0}에서 쿠키와 자격 증명 없이 가져옵니다.</translation>
    </message>
    <message>
        <source>That is not the server&apos;s host.</source>
        <translation>서버의 호스트가 아닙니다.</translation>
    </message>
</context>
<context>
    <name>IdentityPage</name>
    <message>
        <source>A custom choice is sent exactly as shown, in every revision.</source>
        <translation>직접 고른 것은 모든 개정판에서 그대로 보냅니다.</translation>
    </message>
    <message>
        <source>Client info</source>
        <translation>클라이언트 정보</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>기본값</translation>
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
        <source>It overrides what the app puts into _meta.</source>
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
        <source>Values that look like IDs or times</source>
        <translation>ID나 시각으로 보이는 값</translation>
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
        <source>Problem</source>
        <translation>문제</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>검토…</translation>
    </message>
</context>
<context>
    <name>ImportServers</name>
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
        <source>Already added</source>
        <translation>이미 있음</translation>
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
        <source>Connects to</source>
        <translation>연결 대상</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>꺼짐</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>찾은 곳</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>헤더</translation>
    </message>
    <message>
        <source>Import Servers</source>
        <translation>서버 가져오기</translation>
    </message>
    <message>
        <source>Looked up</source>
        <translation>찾아볼 변수</translation>
    </message>
    <message>
        <source>Looking for other MCP clients…</source>
        <translation>다른 MCP 클라이언트를 찾는 중…</translation>
    </message>
    <message>
        <source>No other MCP clients found on this computer.</source>
        <translation>이 컴퓨터에서 다른 MCP 클라이언트를 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>No servers in {}.</source>
        <translation>{}에 서버가 없습니다.</translation>
    </message>
    <message>
        <source>Not added because their secrets could not be saved: {} ({})</source>
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
        <source>Open or drop a configuration file here.</source>
        <translation>설정 파일을 열거나 여기에 놓으세요.</translation>
    </message>
    <message>
        <source>Pasted</source>
        <translation>붙여 넣음</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>문제</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Search a project…</source>
        <translation>프로젝트 검색…</translation>
    </message>
    <message>
        <source>Search the folder of a project</source>
        <translation>프로젝트 폴더 검색</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>비밀 값</translation>
    </message>
    <message>
        <source>Secrets ({}): {}</source>
        <translation>비밀 값({}): {}</translation>
    </message>
    <message>
        <source>Servers configured in other MCP clients on this computer. Their files are only read; nothing is started now or when it is added.</source>
        <translation>이 컴퓨터의 다른 MCP 클라이언트에 설정된 서버입니다. 파일은 읽기만 하며, 지금도 추가할 때도 아무것도 시작하지 않습니다.</translation>
    </message>
    <message>
        <source>Signs in</source>
        <translation>로그인</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>변수</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>경고</translation>
    </message>
    <message>
        <source>a registry entry: review it separately</source>
        <translation>레지스트리 항목: 따로 검토하세요</translation>
    </message>
    <message>
        <source>already added as “{}”</source>
        <translation>“{}”(으)로 이미 있음</translation>
    </message>
    <message>
        <source>also in {}</source>
        <translation>{}에도 있음</translation>
    </message>
    <message>
        <source>and those of</source>
        <translation>환경 파일</translation>
    </message>
    <message>
        <source>by</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>disabled there</source>
        <translation>그곳에서 꺼짐</translation>
    </message>
    <message>
        <source>has a command and a URL: choose one</source>
        <translation>명령과 URL이 모두 있음: 하나를 선택하세요</translation>
    </message>
    <message>
        <source>in</source>
        <translation>작업 폴더</translation>
    </message>
    <message>
        <source>in the source client</source>
        <translation>원래 클라이언트에서</translation>
    </message>
    <message>
        <source>project {}</source>
        <translation>프로젝트 {}</translation>
    </message>
    <message>
        <source>the dropped text</source>
        <translation>놓은 텍스트</translation>
    </message>
    <message>
        <source>they are kept until the app closes: there is no keychain, or it is turned off in the settings.</source>
        <translation>프로그램을 끝낼 때까지 보관합니다. 키체인이 없거나 설정에서 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>they are not stored (see Settings): servers with secrets cannot be added.</source>
        <translation>저장하지 않습니다(설정 참조). 비밀 값이 있는 서버는 추가할 수 없습니다.</translation>
    </message>
    <message>
        <source>they are stored in an encrypted file with a passphrase.</source>
        <translation>암호 구문이 있는 암호화된 파일에 저장합니다.</translation>
    </message>
    <message>
        <source>they are stored in the system keychain, not in a file.</source>
        <translation>파일이 아니라 시스템 키체인에 저장합니다.</translation>
    </message>
    <message>
        <source>with a registered client</source>
        <translation>등록된 클라이언트로</translation>
    </message>
    <message>
        <source>{} warnings</source>
        <translation>경고 {}건</translation>
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
        <source>Servers found</source>
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
    <name>Importers</name>
    <message>
        <source>&quot;{name}&quot; cannot be used: {error}</source>
        <translation>&quot;{name}&quot;을(를) 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; must be an object with &quot;command&quot; or &quot;url&quot;, not {shown}</source>
        <translation>&quot;{name}&quot;은(는) {shown}이(가) 아니라 &quot;command&quot;나 &quot;url&quot;이 있는 객체여야 합니다</translation>
    </message>
    <message>
        <source>&quot;{taken}&quot; has a &quot;command&quot; but its type is {kind}; commands use stdio</source>
        <translation>&quot;{taken}&quot;에 &quot;command&quot;가 있는데 형식이 {kind}입니다. 명령은 stdio를 씁니다</translation>
    </message>
    <message>
        <source>&quot;{taken}&quot; has neither &quot;command&quot; nor &quot;url&quot;; found: {keys}</source>
        <translation>&quot;{taken}&quot;에 &quot;command&quot;도 &quot;url&quot;도 없습니다. 있는 것: {keys}</translation>
    </message>
    <message>
        <source>&quot;{taken}&quot;: &quot;{key}&quot; must be a list of variable names</source>
        <translation>&quot;{taken}&quot;: &quot;{key}&quot;은(는) 변수 이름의 목록이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;{taken}&quot;: type {said!r:.60} is not one of {known}</source>
        <translation>&quot;{taken}&quot;: 형식 {said!r:.60}은(는) {known} 가운데 하나가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot; has its token in the file (&quot;bearer_token&quot;), which Codex rejects; use the name of a variable that contains it: bearer_token_env_var</source>
        <translation>&quot;{}&quot;의 토큰이 파일 안에 있는데(&quot;bearer_token&quot;) Codex는 이를 거부합니다. 토큰이 든 변수의 이름을 쓰세요: bearer_token_env_var</translation>
    </message>
    <message>
        <source>&quot;{}&quot; has type stdio, but no &quot;command&quot;</source>
        <translation>&quot;{}&quot;의 형식은 stdio인데 &quot;command&quot;가 없습니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot; must be an object of servers</source>
        <translation>&quot;{}&quot;은(는) 서버의 객체여야 합니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot;: &quot;env_http_headers&quot; must be an object of variable names</source>
        <translation>&quot;{}&quot;: &quot;env_http_headers&quot;는 변수 이름의 객체여야 합니다</translation>
    </message>
    <message>
        <source>Backslashes must be doubled in JSON.</source>
        <translation>JSON에서는 역슬래시를 두 번 씁니다.</translation>
    </message>
    <message>
        <source>Every user of this computer can change {}.</source>
        <translation>이 컴퓨터의 누구나 {}을(를) 바꿀 수 있습니다.</translation>
    </message>
    <message>
        <source>It cannot be read: {}.</source>
        <translation>읽을 수 없습니다: {}.</translation>
    </message>
    <message>
        <source>It contains more than {} values; that is not a configuration.</source>
        <translation>값이 {}개가 넘습니다. 설정이 아닙니다.</translation>
    </message>
    <message>
        <source>It downloads and runs a program without a fixed version.</source>
        <translation>고정된 버전 없이 프로그램을 내려받아 바로 실행합니다.</translation>
    </message>
    <message>
        <source>It is empty.</source>
        <translation>비어 있습니다.</translation>
    </message>
    <message>
        <source>It is nested too deeply; that is not a configuration.</source>
        <translation>너무 깊이 중첩되어 있습니다. 설정이 아닙니다.</translation>
    </message>
    <message>
        <source>It is not a regular file.</source>
        <translation>일반 파일이 아닙니다.</translation>
    </message>
    <message>
        <source>It is not {encoding} text (byte {start}).</source>
        <translation>{encoding} 텍스트가 아닙니다({start}번째 바이트).</translation>
    </message>
    <message>
        <source>It is {}; configurations are read up to 2 MB.</source>
        <translation>크기가 {}입니다. 설정은 2 MB까지 읽습니다.</translation>
    </message>
    <message>
        <source>It runs a shell ({}), which can run more than the server.</source>
        <translation>서버 외의 것도 실행할 수 있는 셸({})을 실행합니다.</translation>
    </message>
    <message>
        <source>It sends {sent} of your environment to {host}.</source>
        <translation>환경의 {sent}을(를) {host}(으)로 보냅니다.</translation>
    </message>
    <message>
        <source>JSON needs straight double quotes.</source>
        <translation>JSON에는 곧은 큰따옴표를 씁니다.</translation>
    </message>
    <message>
        <source>The JSON cannot be read: {}.</source>
        <translation>JSON을 읽을 수 없습니다: {}.</translation>
    </message>
    <message>
        <source>The JSON ends unexpectedly: {} is missing.</source>
        <translation>JSON이 예상치 못하게 끝났습니다. {}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The JSON is nested too deeply.</source>
        <translation>JSON이 너무 깊이 중첩되어 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>The TOML cannot be read: {}.</source>
        <translation>TOML을 읽을 수 없습니다: {}.</translation>
    </message>
    <message>
        <source>The TOML is nested too deeply.</source>
        <translation>TOML이 너무 깊이 중첩되어 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>The YAML cannot be read: {}.</source>
        <translation>YAML을 읽을 수 없습니다: {}.</translation>
    </message>
    <message>
        <source>The YAML is nested too deeply.</source>
        <translation>YAML이 너무 깊이 중첩되어 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>The client runs a command to get the headers; that is not done here.</source>
        <translation>클라이언트는 명령을 실행해 헤더를 얻습니다. 여기서는 실행하지 않습니다.</translation>
    </message>
    <message>
        <source>The client starts it in a sandbox; here it runs without one.</source>
        <translation>클라이언트는 샌드박스에서 시작합니다. 여기서는 샌드박스 없이 시작합니다.</translation>
    </message>
    <message>
        <source>This is not JSON at line {line}, column {column}: {msg}.</source>
        <translation>{line}번째 줄, {column}번째 칸이 JSON이 아닙니다: {msg}.</translation>
    </message>
    <message>
        <source>This is not TOML at line {line}, column {column}: {words}.</source>
        <translation>{line}번째 줄, {column}번째 칸이 TOML이 아닙니다: {words}.</translation>
    </message>
    <message>
        <source>This is not YAML at line {line}, column {column}: {words}.</source>
        <translation>{line}번째 줄, {column}번째 칸이 YAML이 아닙니다: {words}.</translation>
    </message>
    <message>
        <source>This is not YAML: {}.</source>
        <translation>YAML이 아닙니다: {}.</translation>
    </message>
    <message>
        <source>Traffic to {} is not encrypted (no TLS).</source>
        <translation>{}(으)로 가는 트래픽이 암호화되지 않습니다(TLS 없음).</translation>
    </message>
    <message>
        <source>Traffic to {}, including your credentials, is not encrypted (no TLS).</source>
        <translation>자격 증명을 포함해 {}(으)로 가는 트래픽이 암호화되지 않습니다(TLS 없음).</translation>
    </message>
    <message>
        <source>Write a backslash twice in JSON: {path} must be {path}\ there.</source>
        <translation>JSON에서는 역슬래시를 두 번 쓰세요: {path}은(는) {path}\(으)로 써야 합니다.</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>읽을 수 없습니다</translation>
    </message>
    <message>
        <source>item {}</source>
        <translation>{}번째 항목</translation>
    </message>
    <message>
        <source>its address</source>
        <translation>그 주소</translation>
    </message>
    <message>
        <source>something</source>
        <translation>무언가</translation>
    </message>
    <message>
        <source>there is nothing to add</source>
        <translation>추가할 것이 없습니다</translation>
    </message>
    <message>
        <source>{runner} downloads the latest {package} each time: specify a version to pin it.</source>
        <translation>{runner}은(는) 매번 최신 {package}을(를) 내려받습니다. 고정하려면 버전을 지정하세요.</translation>
    </message>
    <message>
        <source>“{}” comes with a Zed extension; this file has no command to start.</source>
        <translation>“{}”은(는) Zed 확장에 들어 있습니다. 이 파일에는 시작할 명령이 없습니다.</translation>
    </message>
    <message>
        <source>“{}” is Python code that Goose runs itself; there is no server to start.</source>
        <translation>“{}”은(는) Goose가 직접 실행하는 Python 코드입니다. 시작할 서버가 없습니다.</translation>
    </message>
    <message>
        <source>“{}” is built into Goose; there is no server to start.</source>
        <translation>“{}”은(는) Goose에 들어 있습니다. 시작할 서버가 없습니다.</translation>
    </message>
    <message>
        <source>“{}” is part of Goose&apos;s window; there is no server to start.</source>
        <translation>“{}”은(는) Goose 창의 일부입니다. 시작할 서버가 없습니다.</translation>
    </message>
    <message>
        <source>“{}” is part of Goose; there is no server to start.</source>
        <translation>“{}”은(는) Goose의 일부입니다. 시작할 서버가 없습니다.</translation>
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
        <source>no longer needed: another request of its round was not answered</source>
        <translation>더 이상 묻지 않음: 같은 회차의 다른 질문에 답하지 않았습니다</translation>
    </message>
    <message>
        <source>the call was cancelled</source>
        <translation>호출이 취소됨</translation>
    </message>
    <message>
        <source>withdrawn by the server</source>
        <translation>서버가 철회함</translation>
    </message>
</context>
<context>
    <name>InputNotice</name>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>{} needs your input</source>
        <translation>{}에 입력이 필요합니다</translation>
    </message>
</context>
<context>
    <name>InputsPanel</name>
    <message>
        <source>Elicitation, sampling and roots requests wait here until you answer them.</source>
        <translation>질의(elicitation), 샘플링, 루트 요청이 여기서 답을 기다립니다.</translation>
    </message>
    <message>
        <source>Filter requests</source>
        <translation>요청 필터</translation>
    </message>
    <message>
        <source>No pending requests.</source>
        <translation>대기 중인 요청이 없습니다.</translation>
    </message>
    <message>
        <source>No requests yet.</source>
        <translation>아직 요청이 없습니다.</translation>
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
        <source>round {}</source>
        <translation>{}회차</translation>
    </message>
    <message>
        <source>waiting for your answer</source>
        <translation>답을 기다림</translation>
    </message>
</context>
<context>
    <name>Install</name>
    <message>
        <source>{commands} was not found on this computer; servers here that need it: {count}. {how}.</source>
        <translation>이 컴퓨터에서 {commands}을(를) 찾을 수 없습니다. 필요한 서버: {count}개. {how}.</translation>
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
        <source>Explain this</source>
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
        <source>Go to matching bracket</source>
        <translation>맞은편 괄호로 이동</translation>
    </message>
    <message>
        <source>Leave the editor (also Esc, then Tab)</source>
        <translation>편집기에서 나가기(Esc 다음 Tab도 됨)</translation>
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
        <source>Sort top-level keys</source>
        <translation>가장 바깥 키 정렬</translation>
    </message>
    <message>
        <source>Suggest from schema</source>
        <translation>스키마로 제안</translation>
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
        <source>Contains a lone surrogate, which is not valid text</source>
        <translation>홀로 있는 서로게이트가 있어 올바른 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>Contains bytes that are not UTF-8</source>
        <translation>UTF-8이 아닌 바이트가 있습니다</translation>
    </message>
    <message>
        <source>Contains characters that change text direction: it may be misread</source>
        <translation>글의 방향을 바꾸는 문자가 있습니다. 잘못 읽힐 수 있습니다</translation>
    </message>
    <message>
        <source>Larger than any double: other programs read infinity, or reject it</source>
        <translation>double의 범위를 넘음: 다른 프로그램은 무한대로 읽거나 거부합니다</translation>
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
        <source>duplicate key</source>
        <translation>키 중복</translation>
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
        <source>lone surrogate</source>
        <translation>홀로 있는 서로게이트</translation>
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
        <source>Duplicate key “{0}”: most parsers keep only the last one</source>
        <translation>중복된 키 “{0}”: 대부분의 파서는 마지막 것만 씁니다</translation>
    </message>
    <message>
        <source>Invisible U+{1}: it changes the direction in which text is shown</source>
        <translation>보이지 않는 U+{1}: 텍스트가 보이는 방향을 바꿉니다</translation>
    </message>
    <message>
        <source>Larger than 2^53: JavaScript and others round it. It is sent as is.</source>
        <translation>2^53보다 큼: JavaScript 등에서 반올림됩니다. 그대로 보냅니다.</translation>
    </message>
    <message>
        <source>Lone surrogate: valid JSON, but not a character. Many parsers reject it.</source>
        <translation>홀로 있는 서로게이트: 올바른 JSON이지만 문자가 아닙니다. 많은 파서가 거부합니다.</translation>
    </message>
    <message>
        <source>NaN, Infinity, undefined made null: {}</source>
        <translation>NaN, Infinity, undefined를 null로 바꿈: {}</translation>
    </message>
    <message>
        <source>Not exactly a 64-bit number: most parsers round it. It is sent as is.</source>
        <translation>64비트로 정확히 표현되지 않는 수: 대부분의 파서는 반올림합니다. 그대로 보냅니다.</translation>
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
        <source>keys quoted: {}</source>
        <translation>키에 따옴표를 붙임: {}</translation>
    </message>
    <message>
        <source>numbers rewritten: {}</source>
        <translation>숫자를 다시 씀: {}</translation>
    </message>
    <message>
        <source>odd spaces replaced: {}</source>
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
</context>
<context>
    <name>JsonCompletion</name>
    <message>
        <source>Down, then Enter; or Tab</source>
        <translation>↓ 다음 Enter, 또는 Tab</translation>
    </message>
    <message>
        <source>Enter or Tab inserts it</source>
        <translation>Enter 또는 Tab으로 적용</translation>
    </message>
    <message>
        <source>The schema has no suggestions here.</source>
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
        <source>Convert to valid JSON; order, digits and strings are kept. Can be undone (Ctrl+Alt+J)</source>
        <translation>올바른 JSON으로 바꿉니다. 순서, 숫자, 문자열은 그대로이며 실행 취소할 수 있습니다(Ctrl+Alt+J)</translation>
    </message>
    <message>
        <source>Ctrl+Alt+J; can be undone</source>
        <translation>Ctrl+Alt+J. 실행 취소로 되돌립니다</translation>
    </message>
    <message>
        <source>Even indented, a line has {} characters.</source>
        <translation>들여 써도 한 줄이 {}자입니다.</translation>
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
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Line endings are CRLF and are kept</source>
        <translation>줄 끝은 CRLF이고 그대로 유지됩니다</translation>
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
        <source>Mixed line endings were changed to LF</source>
        <translation>섞인 줄 끝을 LF로 바꿨습니다</translation>
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
        <source>The text represents bytes; \xNN is one byte, even if it is not UTF-8</source>
        <translation>텍스트가 바이트를 나타냅니다. \xNN은 한 바이트이며 UTF-8이 아니어도 됩니다</translation>
    </message>
    <message>
        <source>This is not JSON, so it cannot be indented.</source>
        <translation>JSON이 아니어서 들여 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>a line is very long</source>
        <translation>아주 긴 줄이 있음</translation>
    </message>
    <message>
        <source>too large to edit without delay</source>
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
        <source>Too long to edit here; use the JSON view.</source>
        <translation>여기서 편집하기에 너무 깁니다. JSON 보기를 쓰세요.</translation>
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
        <source>Add an item below, from anywhere</source>
        <translation>어디서나 아래에 항목 추가</translation>
    </message>
    <message>
        <source>Collapse or expand the group</source>
        <translation>그룹 접기 또는 펼치기</translation>
    </message>
    <message>
        <source>Connect; on a heading: expand or collapse the group</source>
        <translation>연결. 제목에서는 그룹 펼치기 또는 접기</translation>
    </message>
    <message>
        <source>Copy the selection</source>
        <translation>선택 영역 복사</translation>
    </message>
    <message>
        <source>Duplicate the item</source>
        <translation>항목 복제</translation>
    </message>
    <message>
        <source>Edit a server or rename a group</source>
        <translation>서버 편집 또는 그룹 이름 바꾸기</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>찾기</translation>
    </message>
    <message>
        <source>From a field to its row, then outward</source>
        <translation>필드에서 행으로, 이어서 바깥으로</translation>
    </message>
    <message>
        <source>From the value to the item number</source>
        <translation>값에서 항목 번호로</translation>
    </message>
    <message>
        <source>In a date or time: open the calendar</source>
        <translation>날짜나 시각에서: 달력 열기</translation>
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
        <source>In a response</source>
        <translation>응답에서</translation>
    </message>
    <message>
        <source>In a table: show the cell in the tree</source>
        <translation>표에서: 칸을 트리에서 보기</translation>
    </message>
    <message>
        <source>In the JSON editor</source>
        <translation>JSON 편집기에서</translation>
    </message>
    <message>
        <source>In the server list</source>
        <translation>서버 목록에서</translation>
    </message>
    <message>
        <source>In the tree: collapse or expand</source>
        <translation>트리에서: 접기 또는 펼치기</translation>
    </message>
    <message>
        <source>In the tree: expand everything below</source>
        <translation>트리에서: 아래를 모두 펼치기</translation>
    </message>
    <message>
        <source>Line break in a text</source>
        <translation>텍스트에서 줄 바꿈</translation>
    </message>
    <message>
        <source>Move a server or group</source>
        <translation>서버나 그룹 이동</translation>
    </message>
    <message>
        <source>Move the item</source>
        <translation>항목 옮기기</translation>
    </message>
    <message>
        <source>Next of a few choices</source>
        <translation>선택지 가운데 다음 값</translation>
    </message>
    <message>
        <source>Next or previous error</source>
        <translation>다음 또는 이전 오류</translation>
    </message>
    <message>
        <source>Next or previous match</source>
        <translation>다음 또는 이전 일치</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>설정 안 함</translation>
    </message>
    <message>
        <source>On a section&apos;s arrow: collapse or expand</source>
        <translation>구역 화살표에서: 접기 또는 펼치기</translation>
    </message>
    <message>
        <source>On the number: go to the value</source>
        <translation>번호에서: 값으로 이동</translation>
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
        <source>Paste arguments in any format</source>
        <translation>어떤 형식의 인수든 붙여 넣기</translation>
    </message>
    <message>
        <source>Recent arguments</source>
        <translation>최근 인수</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <source>Set to null, or restore</source>
        <translation>null로, 또는 이전 값으로</translation>
    </message>
    <message>
        <source>Step a number by one; Page Up and Page Down by ten</source>
        <translation>숫자를 한 단계씩. Page Up, Page Down은 열 단계씩</translation>
    </message>
    <message>
        <source>Switch a text between one line and several</source>
        <translation>텍스트를 한 줄 또는 여러 줄로 전환</translation>
    </message>
    <message>
        <source>Switch between form and JSON at the same place</source>
        <translation>양식과 JSON의 같은 자리로 전환</translation>
    </message>
    <message>
        <source>Undo in the field, then undo filling in</source>
        <translation>필드의 실행 취소, 이어서 채우기 취소</translation>
    </message>
    <message>
        <source>Use the default where nothing is set</source>
        <translation>설정되지 않은 곳에 기본값 사용</translation>
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
        <source>(first {0}; {1} not shown)</source>
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
        <source>Could not save: {0}</source>
        <translation>저장하지 못함: {0}</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>Ladder</source>
        <translation>시퀀스 다이어그램</translation>
    </message>
    <message>
        <source>Last {0}</source>
        <translation>마지막 {0}개</translation>
    </message>
    <message>
        <source>No record matches the timeline filter.</source>
        <translation>타임라인 필터에 맞는 레코드가 없습니다.</translation>
    </message>
    <message>
        <source>Nothing yet. Connect a server and every message becomes an arrow.</source>
        <translation>아직 아무것도 없습니다. 서버를 연결하면 모든 메시지가 화살표가 됩니다.</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>인쇄…</translation>
    </message>
    <message>
        <source>Save as Mermaid…</source>
        <translation>Mermaid로 저장…</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>PNG로 저장…</translation>
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
        <source>Select a record to see its call and what happened around it.</source>
        <translation>레코드를 선택하면 그 호출과 앞뒤의 메시지가 표시됩니다.</translation>
    </message>
    <message>
        <source>Select rows in the timeline to draw their messages here.</source>
        <translation>타임라인에서 행을 선택하면 그 메시지를 여기에 그립니다.</translation>
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
        <source>User</source>
        <translation>사용자</translation>
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
    <name>LanguageSwitch</name>
    <message>
        <source>The language changes once running calls have ended.</source>
        <translation>실행 중인 작업이 끝나면 언어가 바뀝니다.</translation>
    </message>
    <message>
        <source>The language changes once this is closed: {}</source>
        <translation>다음 창을 닫으면 언어가 바뀝니다: {}</translation>
    </message>
    <message>
        <source>The {0} translation is not compiled yet, so this is English. Run “{1}” and restart.</source>
        <translation>{0} 번역이 아직 컴파일되지 않아 영어로 보입니다. “{1}”를 실행하고 다시 시작하세요.</translation>
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
        <source>Back to the previous text</source>
        <translation>이전 텍스트로</translation>
    </message>
    <message>
        <source>Could not read: {}</source>
        <translation>읽지 못함: {}</translation>
    </message>
    <message>
        <source>Could not save: {}</source>
        <translation>저장하지 못함: {}</translation>
    </message>
    <message>
        <source>Edit as is</source>
        <translation>그대로 편집</translation>
    </message>
    <message>
        <source>Edit in another program</source>
        <translation>다른 프로그램에서 편집</translation>
    </message>
    <message>
        <source>Edit indented</source>
        <translation>들여 써서 편집</translation>
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
        <source>JSON (read-only)</source>
        <translation>JSON(읽기 전용)</translation>
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
        <source>{0}: {1}. It is kept and sent as is.</source>
        <translation>{0}: {1}. 그대로 보관하고 보냅니다.</translation>
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
    <name>LineChips</name>
    <message>
        <source>More</source>
        <translation>더 보기</translation>
    </message>
    <message>
        <source>More families of rules</source>
        <translation>다른 규칙 갈래</translation>
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
        <source>Nothing has been opened or fetched yet, and no response has been sent</source>
        <translation>아직 아무것도 열거나 가져오지 않았으며, 응답도 보내지 않았습니다</translation>
    </message>
    <message>
        <source>Only http and https addresses can be opened.</source>
        <translation>http와 https 주소만 열 수 있습니다.</translation>
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
        <source>The address contains a user name or password: the part before @ is not the host.</source>
        <translation>주소에 사용자 이름이나 비밀번호가 있습니다. @ 앞은 호스트가 아닙니다.</translation>
    </message>
    <message>
        <source>The address contains spaces or backslashes, which browsers interpret differently: it is not opened.</source>
        <translation>브라우저마다 다르게 읽는 공백이나 역슬래시가 주소에 있어 열지 않습니다.</translation>
    </message>
    <message>
        <source>The address is not HTTPS: others can read and change what is sent.</source>
        <translation>주소가 HTTPS가 아닙니다. 다른 사람이 전송 내용을 읽고 바꿀 수 있습니다.</translation>
    </message>
    <message>
        <source>The host decodes to {}</source>
        <translation>호스트의 다른 표기: {}</translation>
    </message>
    <message>
        <source>The host name mixes alphabets and can imitate another name.</source>
        <translation>호스트 이름에 다른 문자의 글자가 있어 다른 이름으로 보일 수 있습니다.</translation>
    </message>
    <message>
        <source>The server reports that this is done.</source>
        <translation>서버가 완료되었다고 알렸습니다.</translation>
    </message>
    <message>
        <source>This is not a web address; it cannot be opened.</source>
        <translation>웹 주소가 아니어서 열 수 없습니다.</translation>
    </message>
    <message>
        <source>an unknown host</source>
        <translation>알 수 없는 호스트</translation>
    </message>
    <message>
        <source>answered, retried</source>
        <translation>답함, 다시 호출함</translation>
    </message>
    <message>
        <source>no browser could be started; copy the address and open it yourself</source>
        <translation>브라우저를 시작하지 못했습니다. 주소를 복사해 직접 여세요</translation>
    </message>
    <message>
        <source>opened in the browser</source>
        <translation>브라우저에서 열었음</translation>
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
        <source>{0}. Ctrl+D on an item adds one anyway.</source>
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
    <name>ListEnds</name>
    <message>
        <source>not connected: only the first part is kept</source>
        <translation>연결되지 않음: 앞부분만 보관함</translation>
    </message>
    <message>
        <source>stopped: larger than “Maximum list size”</source>
        <translation>중지됨: ‘최대 목록 크기’보다 큼</translation>
    </message>
    <message>
        <source>stopped: the cursor repeats</source>
        <translation>중지됨: 커서가 반복됨</translation>
    </message>
    <message>
        <source>stopped: too many pages</source>
        <translation>중지됨: 페이지가 너무 많음</translation>
    </message>
    <message>
        <source>the next page failed</source>
        <translation>다음 페이지를 가져오지 못함</translation>
    </message>
</context>
<context>
    <name>ListFoot</name>
    <message>
        <source>Always fetch page by page</source>
        <translation>항상 페이지 단위로 가져오기</translation>
    </message>
    <message>
        <source>Always use the cache while fresh</source>
        <translation>유효한 동안 항상 캐시 사용</translation>
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
        <translation>모든 페이지 가져오기</translation>
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
        <translation>다음 페이지</translation>
    </message>
    <message>
        <source>The server reports that this list has changed.</source>
        <translation>서버가 이 목록이 바뀌었다고 알렸습니다.</translation>
    </message>
    <message>
        <source>Use the cache while fresh</source>
        <translation>유효한 동안 캐시 사용</translation>
    </message>
    <message>
        <source>from the cache</source>
        <translation>캐시에서</translation>
    </message>
    <message>
        <source>page {} …</source>
        <translation>{}페이지 …</translation>
    </message>
    <message>
        <source>stale: it changed on the server</source>
        <translation>오래됨: 서버에서 바뀜</translation>
    </message>
    <message>
        <source>{} pages</source>
        <translation>{}페이지</translation>
    </message>
</context>
<context>
    <name>LogsView</name>
    <message>
        <source>All levels</source>
        <translation>모든 수준</translation>
    </message>
    <message>
        <source>Choose a level above: modern servers log only when a request asks for it.</source>
        <translation>위에서 수준을 고르세요. 신형 서버는 요청에 수준이 있을 때만 로그를 보냅니다.</translation>
    </message>
    <message>
        <source>Clear view; the timeline keeps everything</source>
        <translation>이 보기만 비웁니다. 타임라인에는 모두 남습니다</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>데이터</translation>
    </message>
    <message>
        <source>Every request asks for messages of this level and above (_meta logLevel)</source>
        <translation>모든 요청에서 이 수준 이상의 메시지를 요청합니다(_meta logLevel)</translation>
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
        <source>Log level</source>
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
        <source>Minimum level that the server logs</source>
        <translation>서버가 로그를 보낼 최소 수준</translation>
    </message>
    <message>
        <source>No log messages yet.</source>
        <translation>아직 로그 메시지가 없습니다.</translation>
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
        <source>Show messages of this level and above</source>
        <translation>이 수준 이상의 메시지 보기</translation>
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
        <source>Copy source text</source>
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
    <message>
        <source>… and {} more characters</source>
        <translation>… 외 {}자</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>Clear time reference</source>
        <translation>기준 시각 해제</translation>
    </message>
    <message>
        <source>Continued from the end.</source>
        <translation>끝에서부터 이어서 찾았습니다.</translation>
    </message>
    <message>
        <source>Continued from the top.</source>
        <translation>처음부터 이어서 찾았습니다.</translation>
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
        <source>None in the rows shown ({} in total).</source>
        <translation>보이는 행 가운데 없습니다(모두 {}개).</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>메모…</translation>
    </message>
    <message>
        <source>Remove mark</source>
        <translation>표시 제거</translation>
    </message>
    <message>
        <source>Select a row to mark it.</source>
        <translation>표시하려면 행을 선택하세요.</translation>
    </message>
    <message>
        <source>Select a row to set the time reference.</source>
        <translation>그 행부터 시간을 재려면 행을 선택하세요.</translation>
    </message>
    <message>
        <source>Select a row to write a note about it.</source>
        <translation>메모를 쓰려면 행을 선택하세요.</translation>
    </message>
    <message>
        <source>Set time reference</source>
        <translation>기준 시각으로 설정</translation>
    </message>
    <message>
        <source>There is none.</source>
        <translation>없습니다.</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Add files…</source>
        <translation>파일 추가…</translation>
    </message>
    <message>
        <source>All records in time order, in a new window. The files are not changed.</source>
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
        <source>Seconds to add to the times in {}</source>
        <translation>{}의 시각에 더할 초</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>Time offset</source>
        <translation>시각에 더하기</translation>
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
        <source>Declare and try again</source>
        <translation>선언하고 다시 시도</translation>
    </message>
    <message>
        <source>Declare {} and try again</source>
        <translation>{}을(를) 선언하고 다시 시도</translation>
    </message>
    <message>
        <source>Requires a client that supports {}.</source>
        <translation>{}을(를) 지원하는 클라이언트가 필요합니다.</translation>
    </message>
    <message>
        <source>The server requires a capability but does not name it.</source>
        <translation>서버가 기능(capability)을 요구하지만 어떤 것인지 밝히지 않습니다.</translation>
    </message>
</context>
<context>
    <name>MissingNotice</name>
    <message>
        <source>How to install</source>
        <translation>설치 방법</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>다시 찾기</translation>
    </message>
</context>
<context>
    <name>NewServers</name>
    <message>
        <source>{} is kept only until the app closes: its secrets could not be saved ({})</source>
        <translation>{}은(는) 프로그램을 끝낼 때까지만 보관합니다. 비밀 값을 저장하지 못했습니다({})</translation>
    </message>
    <message>
        <source>{} was not changed: its secrets could not be saved ({})</source>
        <translation>{}을(를) 바꾸지 않았습니다. 비밀 값을 저장하지 못했습니다({})</translation>
    </message>
</context>
<context>
    <name>NewSubscription</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Choose or enter what to subscribe to.</source>
        <translation>구독할 것을 선택하거나 입력하세요.</translation>
    </message>
    <message>
        <source>One resources/subscribe per URI; list changes are sent anyway:</source>
        <translation>URI마다 resources/subscribe 하나. 목록 변경은 어차피 알립니다:</translation>
    </message>
    <message>
        <source>One subscriptions/listen with all of this:</source>
        <translation>모두 subscriptions/listen 하나로:</translation>
    </message>
    <message>
        <source>Prompts list</source>
        <translation>프롬프트 목록</translation>
    </message>
    <message>
        <source>Resource URIs, one per line</source>
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
        <source>Task IDs, one per line</source>
        <translation>작업 ID, 한 줄에 하나</translation>
    </message>
    <message>
        <source>Tools list</source>
        <translation>도구 목록</translation>
    </message>
    <message>
        <source>declared by the server</source>
        <translation>서버가 선언함</translation>
    </message>
    <message>
        <source>not declared by the server; you can ask anyway</source>
        <translation>서버가 선언하지 않았지만 그래도 요청할 수 있습니다</translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>Ctrl+Enter saves, Esc cancels. An empty note is removed.</source>
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
        <source>Programs that read it as a double get infinity, or reject it.</source>
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
        <source>the number is incomplete</source>
        <translation>숫자가 완성되지 않았습니다</translation>
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
        <source>Add a property that the schema does not allow</source>
        <translation>스키마가 허용하지 않는 속성 추가</translation>
    </message>
    <message>
        <source>Add a property that the schema does not list</source>
        <translation>스키마에 이름이 없는 속성 추가</translation>
    </message>
    <message>
        <source>Deprecated (%Ln)</source>
        <translation>지원 중단됨(%Ln)</translation>
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
        <source>A server named “{}” already exists.</source>
        <translation>“{}”(이)라는 서버가 이미 있습니다.</translation>
    </message>
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
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Nothing to fill in.</source>
        <translation>채울 것이 없습니다.</translation>
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
        <source>Press again to continue anyway.</source>
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
        <source>The values are not JSON: {}</source>
        <translation>값이 JSON이 아닙니다: {}</translation>
    </message>
    <message>
        <source>The values must be a JSON object.</source>
        <translation>값은 JSON 객체여야 합니다.</translation>
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
        <source>Values it needs</source>
        <translation>필요한 값</translation>
    </message>
</context>
<context>
    <name>OfferPreview</name>
    <message>
        <source>What would run</source>
        <translation>실행할 것</translation>
    </message>
    <message>
        <source>Would connect to</source>
        <translation>연결할 곳</translation>
    </message>
    <message>
        <source>Would run</source>
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
        <source>with headers {}</source>
        <translation>헤더 {}</translation>
    </message>
    <message>
        <source>with variables {}</source>
        <translation>변수 {}</translation>
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
        <source>Documentation</source>
        <translation>문서</translation>
    </message>
    <message>
        <source>Homepage</source>
        <translation>홈페이지</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>License</source>
        <translation>라이선스</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Repository</source>
        <translation>저장소</translation>
    </message>
    <message>
        <source>Requires</source>
        <translation>필요한 것</translation>
    </message>
    <message>
        <source>Secrets could not be saved: {}</source>
        <translation>비밀 값을 보관하지 못했습니다: {}</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>지원</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>도구</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>버전</translation>
    </message>
    <message>
        <source>Website</source>
        <translation>웹사이트</translation>
    </message>
</context>
<context>
    <name>OlderRevision</name>
    <message>
        <source>An older revision may list more.</source>
        <translation>이전 개정판에서는 더 나올 수 있습니다.</translation>
    </message>
    <message>
        <source>Connect as legacy</source>
        <translation>구형(legacy)으로 연결</translation>
    </message>
    <message>
        <source>In revision {revision} this server lists nothing, though it declares {kinds}.</source>
        <translation>서버가 {kinds}을(를) 선언했지만 {revision} 개정판에서는 목록이 모두 비어 있습니다.</translation>
    </message>
    <message>
        <source>It also speaks {}, which may list more.</source>
        <translation>{}도 지원하며, 그 개정판에서는 더 나올 수 있습니다.</translation>
    </message>
    <message>
        <source>Reconnect with the newest older revision, now and from now on</source>
        <translation>이전 개정판 중 가장 새로운 것으로 다시 연결하고, 앞으로도 그렇게 연결합니다</translation>
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
        <source>ask the server</source>
        <translation>서버에 묻기</translation>
    </message>
    <message>
        <source>from settings</source>
        <translation>설정대로</translation>
    </message>
    <message>
        <source>from the cache while fresh</source>
        <translation>유효한 동안 캐시에서</translation>
    </message>
</context>
<context>
    <name>OverviewStrip</name>
    <message>
        <source>Drag to select a time range, drag an edge to adjust it; double-click or Esc clears it.</source>
        <translation>끌기: 이 시간대만. 가장자리 끌기: 조정. 두 번 누르기 또는 Esc: 전체.</translation>
    </message>
    <message>
        <source>Session overview: select a time range</source>
        <translation>세션 개요: 시간대 선택</translation>
    </message>
</context>
<context>
    <name>OwnObject</name>
    <message>
        <source>Custom</source>
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
    <name>Paged</name>
    <message>
        <source>invalid</source>
        <translation>올바르지 않음</translation>
    </message>
    <message>
        <source>invalid item {}</source>
        <translation>올바르지 않은 항목 {}</translation>
    </message>
    <message>
        <source>page {}</source>
        <translation>{}페이지</translation>
    </message>
    <message>
        <source>{} more invalid items</source>
        <translation>올바르지 않은 항목 {}개 더</translation>
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
        <source>No results for “{}”</source>
        <translation>“{}”에 대한 결과 없음</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>찾은 것</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>검색</translation>
    </message>
    <message>
        <source>Search or run</source>
        <translation>검색 또는 실행</translation>
    </message>
    <message>
        <source>Search tools, resources, prompts, servers, actions, settings</source>
        <translation>도구, 리소스, 프롬프트, 서버, 동작, 설정 찾기</translation>
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
        <source>setting</source>
        <translation>설정</translation>
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
        <source>Check</source>
        <translation>검사</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>콘솔</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>검사 결과</translation>
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
        <source>Create</source>
        <translation>만들기</translation>
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
        <source>Repeat the passphrase</source>
        <translation>암호 구문 한 번 더</translation>
    </message>
    <message>
        <source>Repeat:</source>
        <translation>한 번 더:</translation>
    </message>
    <message>
        <source>The passphrases do not match.</source>
        <translation>암호 구문이 일치하지 않습니다.</translation>
    </message>
    <message>
        <source>Tokens and passwords are stored in a file that only this passphrase opens. The passphrase is not stored: if you forget it, they are lost.</source>
        <translation>토큰과 비밀번호는 이 암호 구문으로만 열리는 파일에 저장됩니다. 암호 구문은 저장하지 않으므로 잊으면 토큰과 비밀번호를 잃습니다.</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>잠금 풀기</translation>
    </message>
    <message>
        <source>Unlocks the file with tokens and passwords until the app closes.</source>
        <translation>프로그램을 끝낼 때까지 토큰과 비밀번호 파일의 잠금을 풉니다.</translation>
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
    <name>Pictures</name>
    <message>
        <source>too long for a PNG; save as SVG or show fewer rows</source>
        <translation>PNG로 저장하기에는 너무 깁니다. SVG로 저장하거나 행을 줄이세요</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Always</source>
        <translation>항상</translation>
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
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>Do not store</source>
        <translation>보관하지 않음</translation>
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
        <source>No settings match “{}”.</source>
        <translation>“{}”와(과) 일치하는 설정이 없습니다.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>설정 검색</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>System</source>
        <translation>시스템</translation>
    </message>
    <message>
        <source>Until the app closes</source>
        <translation>프로그램이 끝날 때까지</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>Could not save: {}</source>
        <translation>저장하지 못함: {}</translation>
    </message>
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
    <name>Query</name>
    <message>
        <source>Comparisons</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Conditions side by side must all match. Anything that is not a field or operator is searched as text.</source>
        <translation>나란히 쓴 조건은 모두 맞아야 합니다. 필드나 연산자가 아닌 것은 텍스트로 검색합니다.</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>필드</translation>
    </message>
    <message>
        <source>HTTP headers</source>
        <translation>HTTP 헤더</translation>
    </message>
    <message>
        <source>JSON values; numbers without quotes, too</source>
        <translation>JSON 값. 따옴표 없는 숫자도 됨</translation>
    </message>
    <message>
        <source>Logic</source>
        <translation>논리</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>속성</translation>
    </message>
    <message>
        <source>Text, JSON values, sets</source>
        <translation>텍스트, JSON 값, 집합</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>단위</translation>
    </message>
    <message>
        <source>a batch or part of one</source>
        <translation>배치 또는 배치의 일부</translation>
    </message>
    <message>
        <source>a call that got a response, even an error</source>
        <translation>응답을 받은 호출(오류 응답도 포함)</translation>
    </message>
    <message>
        <source>a call with more than one round</source>
        <translation>여러 회차의 호출</translation>
    </message>
    <message>
        <source>a call you made: no handshake, list, ping, poll or completion</source>
        <translation>직접 한 호출. 핸드셰이크, 목록, ping, 폴링, 완성은 아님</translation>
    </message>
    <message>
        <source>a change reported by a subscription</source>
        <translation>구독으로 알려진 변경</translation>
    </message>
    <message>
        <source>a closing parenthesis</source>
        <translation>닫는 괄호</translation>
    </message>
    <message>
        <source>a comma or }</source>
        <translation>쉼표 또는 }</translation>
    </message>
    <message>
        <source>a connection step: started, exited …</source>
        <translation>연결의 단계: 시작됨, 종료됨 …</translation>
    </message>
    <message>
        <source>a field, a JSON path, is:… or text</source>
        <translation>필드, JSON 경로, is:… 또는 텍스트</translation>
    </message>
    <message>
        <source>a line of the server&apos;s stderr</source>
        <translation>서버의 stderr 한 줄</translation>
    </message>
    <message>
        <source>a log message</source>
        <translation>로그 메시지</translation>
    </message>
    <message>
        <source>a name with spaces or symbols</source>
        <translation>공백이나 기호가 있는 이름</translation>
    </message>
    <message>
        <source>a notification</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>a number with a unit ({})</source>
        <translation>단위가 있는 숫자({})</translation>
    </message>
    <message>
        <source>a progress notification</source>
        <translation>진행률 알림</translation>
    </message>
    <message>
        <source>a property of the row</source>
        <translation>행의 속성</translation>
    </message>
    <message>
        <source>a range with a date at its end needs one at its start</source>
        <translation>끝에 날짜가 있는 범위는 시작에도 날짜가 있어야 합니다</translation>
    </message>
    <message>
        <source>a regular expression of more than {} characters</source>
        <translation>{}자를 넘는 정규식</translation>
    </message>
    <message>
        <source>a repetition inside a repeated group could take forever</source>
        <translation>반복되는 묶음 안의 반복은 끝나지 않을 수 있습니다</translation>
    </message>
    <message>
        <source>a request</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>a request from the server during a call</source>
        <translation>호출 중에 서버가 보낸 요청</translation>
    </message>
    <message>
        <source>a response</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>a response after cancellation or timeout</source>
        <translation>취소나 시간 초과 뒤의 응답</translation>
    </message>
    <message>
        <source>a response to a request never sent</source>
        <translation>보낸 적 없는 요청에 대한 응답</translation>
    </message>
    <message>
        <source>a response whose id has a different JSON type than the request&apos;s</source>
        <translation>요청과 JSON 형식이 다른 id의 응답</translation>
    </message>
    <message>
        <source>a row with a note</source>
        <translation>메모를 쓴 행</translation>
    </message>
    <message>
        <source>a second response to the same request</source>
        <translation>같은 요청에 대한 두 번째 응답</translation>
    </message>
    <message>
        <source>a set of values; two dots: from … to, inclusive</source>
        <translation>값의 집합. 점 두 개: … 부터 … 까지, 양쪽 포함</translation>
    </message>
    <message>
        <source>a set such as {1, 2}</source>
        <translation>{1, 2} 같은 집합</translation>
    </message>
    <message>
        <source>a time of day; with a date a moment: 2026-11-24 14:30</source>
        <translation>하루 중 시각. 날짜를 쓰면 한 순간: 2026-11-24 14:30</translation>
    </message>
    <message>
        <source>a time reference</source>
        <translation>기준 시각</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>a value in the JSON of a message</source>
        <translation>메시지의 JSON 안의 값</translation>
    </message>
    <message>
        <source>a value in the message&apos;s JSON, by its path</source>
        <translation>메시지의 JSON 안의 값, 경로로</translation>
    </message>
    <message>
        <source>a value with parentheses must be quoted</source>
        <translation>괄호가 있는 값은 따옴표로 묶어야 합니다</translation>
    </message>
    <message>
        <source>a word after is:, such as is:error</source>
        <translation>is: 뒤의 낱말, 예: is:error</translation>
    </message>
    <message>
        <source>an element of an array; [-1] is the last</source>
        <translation>배열의 요소. [-1]은 마지막</translation>
    </message>
    <message>
        <source>an error response, or a call that ended with an error</source>
        <translation>오류 응답, 또는 오류로 끝난 호출</translation>
    </message>
    <message>
        <source>an operator ({}) after the JSON path</source>
        <translation>JSON 경로 뒤의 연산자({})</translation>
    </message>
    <message>
        <source>and, or, or the end</source>
        <translation>and, or 또는 끝</translation>
    </message>
    <message>
        <source>any other word: messages containing this text, ignoring case</source>
        <translation>그 밖의 낱말: 이 텍스트가 있는 메시지, 대소문자 무시</translation>
    </message>
    <message>
        <source>at least one of them; also ||</source>
        <translation>하나 이상. ||도 됨</translation>
    </message>
    <message>
        <source>available: {}</source>
        <translation>쓸 수 있는 것: {}</translation>
    </message>
    <message>
        <source>both; also &amp;&amp;, or just a space between two conditions</source>
        <translation>둘 다. &amp;&amp;도 되고, 두 조건 사이를 띄어 써도 됨</translation>
    </message>
    <message>
        <source>breaks a protocol rule</source>
        <translation>프로토콜 규칙을 어김</translation>
    </message>
    <message>
        <source>bytes of the response</source>
        <translation>응답의 바이트</translation>
    </message>
    <message>
        <source>bytes of this message</source>
        <translation>이 메시지의 바이트</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>취소함</translation>
    </message>
    <message>
        <source>completed without an error</source>
        <translation>오류 없이 완료됨</translation>
    </message>
    <message>
        <source>connection number</source>
        <translation>연결의 번호</translation>
    </message>
    <message>
        <source>contains this text, ignoring case</source>
        <translation>이 텍스트를 포함, 대소문자 무시</translation>
    </message>
    <message>
        <source>did you mean {}?</source>
        <translation>{}을(를) 뜻했나요?</translation>
    </message>
    <message>
        <source>equal to</source>
        <translation>같음</translation>
    </message>
    <message>
        <source>error code and message, or why it ended</source>
        <translation>오류 코드와 메시지, 끝난 이유</translation>
    </message>
    <message>
        <source>exactly one of them</source>
        <translation>둘 중 하나만</translation>
    </message>
    <message>
        <source>exists and is not null or &quot;&quot;</source>
        <translation>있고, null도 &quot;&quot;도 아님</translation>
    </message>
    <message>
        <source>expected a JSON path such as $.params.arguments.id</source>
        <translation>$.params.arguments.id 같은 JSON 경로가 와야 합니다</translation>
    </message>
    <message>
        <source>expected a name or an index in the JSON path, such as $.params.name or $[&quot;a b&quot;][0]</source>
        <translation>JSON 경로에 $.params.name 이나 $[&quot;a b&quot;][0] 같은 이름이나 번호가 와야 합니다</translation>
    </message>
    <message>
        <source>expected a time such as 14:30, 14:30:05.5 or 2026-11-24 14:30; found {!r}</source>
        <translation>14:30, 14:30:05.5, 2026-11-24 14:30 같은 시각이 와야 하는데 {!r}이(가) 있습니다</translation>
    </message>
    <message>
        <source>expected text of 1 to {} characters</source>
        <translation>1~{}자의 텍스트가 와야 합니다</translation>
    </message>
    <message>
        <source>expected the number of a call, such as #12; found {!r}</source>
        <translation>#12처럼 호출 번호가 와야 하는데 {!r}이(가) 있습니다</translation>
    </message>
    <message>
        <source>expected {what}; found {token!r}</source>
        <translation>{what}이(가) 와야 하는데 {token!r}이(가) 있습니다</translation>
    </message>
    <message>
        <source>expected {}; the filter ends here</source>
        <translation>{}이(가) 와야 하는데 필터가 끝났습니다</translation>
    </message>
    <message>
        <source>from the server</source>
        <translation>서버에서</translation>
    </message>
    <message>
        <source>greater than</source>
        <translation>큼</translation>
    </message>
    <message>
        <source>greater than or equal to</source>
        <translation>크거나 같음</translation>
    </message>
    <message>
        <source>grouping; otherwise and binds before xor, xor before or</source>
        <translation>묶음. 없으면 and가 xor보다, xor가 or보다 먼저 묶임</translation>
    </message>
    <message>
        <source>has a finding with severity error</source>
        <translation>심각도 error의 검사 결과가 있음</translation>
    </message>
    <message>
        <source>id of the message as JSON: 1 or &quot;1&quot;</source>
        <translation>메시지의 id를 JSON으로: 1 또는 &quot;1&quot;</translation>
    </message>
    <message>
        <source>less than</source>
        <translation>작음</translation>
    </message>
    <message>
        <source>less than or equal to</source>
        <translation>작거나 같음</translation>
    </message>
    <message>
        <source>marked by you</source>
        <translation>직접 표시함</translation>
    </message>
    <message>
        <source>matches a regular expression</source>
        <translation>정규식과 일치</translation>
    </message>
    <message>
        <source>message type</source>
        <translation>메시지의 종류</translation>
    </message>
    <message>
        <source>messages have no top-level member {keys!r}, only {members}</source>
        <translation>메시지의 최상위에는 멤버 {keys!r}이(가) 없습니다. 있는 것: {members}</translation>
    </message>
    <message>
        <source>method; for a response, that of its request</source>
        <translation>메서드. 응답이면 그 요청의 메서드</translation>
    </message>
    <message>
        <source>missing closing {}</source>
        <translation>닫는 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>more than {} values</source>
        <translation>값이 {}개를 넘음</translation>
    </message>
    <message>
        <source>names with a quote or backslash are not supported</source>
        <translation>따옴표나 역슬래시가 있는 이름은 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>negation; also !</source>
        <translation>부정. 다르게는 !</translation>
    </message>
    <message>
        <source>no response before the connection ended</source>
        <translation>연결이 끝날 때까지 응답 없음</translation>
    </message>
    <message>
        <source>no response yet</source>
        <translation>아직 응답 없음</translation>
    </message>
    <message>
        <source>no server {!r} in this session</source>
        <translation>이 세션에는 서버 {!r}이(가) 없습니다</translation>
    </message>
    <message>
        <source>no tool {!r} listed or called so far</source>
        <translation>도구 {!r}은(는) 지금까지 목록에도 호출에도 없습니다</translation>
    </message>
    <message>
        <source>none of these values</source>
        <translation>이 값들이 아님</translation>
    </message>
    <message>
        <source>not a regular expression: {}</source>
        <translation>정규식이 아님: {}</translation>
    </message>
    <message>
        <source>not equal to</source>
        <translation>같지 않음</translation>
    </message>
    <message>
        <source>not readable as a message</source>
        <translation>메시지로 읽을 수 없음</translation>
    </message>
    <message>
        <source>number of the request the record belongs to</source>
        <translation>레코드가 속한 요청의 번호</translation>
    </message>
    <message>
        <source>of a duration; {} if omitted</source>
        <translation>시간의 단위. 생략하면 {}</translation>
    </message>
    <message>
        <source>of a size; {} if omitted</source>
        <translation>크기의 단위. 생략하면 {}</translation>
    </message>
    <message>
        <source>one of these values, or within a range</source>
        <translation>이 값 중 하나, 또는 범위 안</translation>
    </message>
    <message>
        <source>one of {}</source>
        <translation>다음 중 하나: {}</translation>
    </message>
    <message>
        <source>our own probe for the modern protocol, rejected by an older server</source>
        <translation>프로그램이 신형 프로토콜을 확인하려고 보낸 요청을 옛 서버가 거부한 것</translation>
    </message>
    <message>
        <source>protocol with or without a handshake</source>
        <translation>핸드셰이크가 있는 프로토콜인지</translation>
    </message>
    <message>
        <source>record number, as in the first column</source>
        <translation>첫 열의 레코드 번호</translation>
    </message>
    <message>
        <source>role of the message in its call</source>
        <translation>메시지가 호출에서 하는 역할</translation>
    </message>
    <message>
        <source>rounds of a call that requested input</source>
        <translation>입력을 요청한 호출의 회차</translation>
    </message>
    <message>
        <source>rules with findings here</source>
        <translation>여기에 검사 결과가 있는 규칙</translation>
    </message>
    <message>
        <source>server name</source>
        <translation>서버의 이름</translation>
    </message>
    <message>
        <source>status of the call</source>
        <translation>호출의 상태</translation>
    </message>
    <message>
        <source>stderr lines and log messages during this call</source>
        <translation>이 호출 동안 온 stderr 줄과 로그 메시지</translation>
    </message>
    <message>
        <source>stdin, stdout, stderr, post-17 …</source>
        <translation>stdin, stdout, stderr, post-17 …</translation>
    </message>
    <message>
        <source>the character U+{:04X} cannot be searched for</source>
        <translation>문자 U+{:04X}은(는) 검색할 수 없습니다</translation>
    </message>
    <message>
        <source>the exact text between the quotes</source>
        <translation>따옴표 사이의 텍스트 그대로</translation>
    </message>
    <message>
        <source>the filter has more than {} conditions</source>
        <translation>필터의 조건이 {}개를 넘습니다</translation>
    </message>
    <message>
        <source>the filter is longer than {} characters</source>
        <translation>필터가 {}자를 넘습니다</translation>
    </message>
    <message>
        <source>the request of a call</source>
        <translation>호출의 요청</translation>
    </message>
    <message>
        <source>time from sending the request to the complete response, last round</source>
        <translation>요청 전송부터 응답 완료까지의 시간, 마지막 회차</translation>
    </message>
    <message>
        <source>time of day, or date and time, in your time zone</source>
        <translation>이 컴퓨터 시간대의 시각, 또는 날짜와 시각</translation>
    </message>
    <message>
        <source>time since the first record</source>
        <translation>첫 레코드부터의 시간</translation>
    </message>
    <message>
        <source>to the server</source>
        <translation>서버로</translation>
    </message>
    <message>
        <source>to the server or from it</source>
        <translation>서버로 또는 서버에서</translation>
    </message>
    <message>
        <source>too long for the session file, saved beside it</source>
        <translation>세션 파일에 넣기에 너무 커서 옆에 저장됨</translation>
    </message>
    <message>
        <source>too many consecutive “not”</source>
        <translation>연속된 not이 너무 많음</translation>
    </message>
    <message>
        <source>too many nested parentheses</source>
        <translation>괄호의 중첩이 너무 깊습니다</translation>
    </message>
    <message>
        <source>tool of the call</source>
        <translation>호출의 도구</translation>
    </message>
    <message>
        <source>tool, URI or prompt of the call</source>
        <translation>호출의 도구, URI 또는 프롬프트</translation>
    </message>
    <message>
        <source>transport of the connection</source>
        <translation>서버에 연결된 방법</translation>
    </message>
    <message>
        <source>unexpected {!r}</source>
        <translation>예상하지 못한 {!r}</translation>
    </message>
    <message>
        <source>unit of a duration</source>
        <translation>시간의 단위</translation>
    </message>
    <message>
        <source>unit of a size</source>
        <translation>크기의 단위</translation>
    </message>
    <message>
        <source>unknown field {token!r}; {hint}</source>
        <translation>알 수 없는 필드 {token!r}. {hint}</translation>
    </message>
    <message>
        <source>unknown word {token!r} after is:; {hint}</source>
        <translation>is: 뒤의 알 수 없는 낱말 {token!r}. {hint}</translation>
    </message>
    <message>
        <source>why a message is malformed, or what a lifecycle step was</source>
        <translation>메시지의 형식이 잘못된 이유, 수명 주기 단계의 내용</translation>
    </message>
    <message>
        <source>your note on the row</source>
        <translation>행에 쓴 메모</translation>
    </message>
    <message>
        <source>{!r} is empty: put the lower bound first</source>
        <translation>{!r}에 맞는 값이 없습니다. 작은 값을 먼저 쓰세요</translation>
    </message>
    <message>
        <source>{!r} is not a JSON number and is compared alphabetically</source>
        <translation>{!r}은(는) JSON 숫자가 아니라서 문자 순서로 비교합니다</translation>
    </message>
    <message>
        <source>{name} is never {text!r}; {hint}</source>
        <translation>{name}은(는) {text!r}일 수 없습니다. {hint}</translation>
    </message>
    <message>
        <source>{name} never contains {text!r}; {hint}</source>
        <translation>{name}에는 {text!r}이(가) 들어 있을 수 없습니다. {hint}</translation>
    </message>
    <message>
        <source>{name} never matches {text!r}; {hint}</source>
        <translation>{name}은(는) {text!r}와(과) 맞을 수 없습니다. {hint}</translation>
    </message>
    <message>
        <source>{subject} can only be compared with {names}</source>
        <translation>{subject}은(는) {names}(으)로만 비교할 수 있습니다</translation>
    </message>
    <message>
        <source>{token!r} is searched as text; did you mean is:{token}?</source>
        <translation>{token!r}을(를) 텍스트로 검색합니다. is:{token}을(를) 뜻했나요?</translation>
    </message>
    <message>
        <source>{token!r} is searched as text; to test the field write &quot;{token} exists&quot;</source>
        <translation>{token!r}을(를) 텍스트로 검색합니다. 필드를 확인하려면 &quot;{token} exists&quot;로 쓰세요</translation>
    </message>
    <message>
        <source>{word!r} is not a unit ({units}); searched as text</source>
        <translation>{word!r}은(는) 단위가 아닙니다({units}). 텍스트로 검색합니다</translation>
    </message>
    <message>
        <source>{} can be compared with == and != only</source>
        <translation>{}은(는) ==와 !=로만 비교할 수 있습니다</translation>
    </message>
    <message>
        <source>{} is never negative</source>
        <translation>{}은(는) 음수가 될 수 없습니다</translation>
    </message>
    <message>
        <source>{} is text and is compared alphabetically</source>
        <translation>{}은(는) 텍스트라서 문자 순서로 비교합니다</translation>
    </message>
</context>
<context>
    <name>QuestionPage</name>
    <message>
        <source>As sent, {} characters</source>
        <translation>보낸 그대로, {}자</translation>
    </message>
    <message>
        <source>Auto-answer…</source>
        <translation>자동 응답…</translation>
    </message>
    <message>
        <source>Decoded</source>
        <translation>디코딩함</translation>
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
        <source>Sends this answer and saves it as a rule; rules apply once they are turned on</source>
        <translation>이 답을 보내고 규칙으로 저장합니다. 규칙은 켠 뒤부터 적용됩니다</translation>
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
        <source>The client did not declare {}, so the server should not ask this.</source>
        <translation>클라이언트가 {}을(를) 선언하지 않았으므로 서버가 이것을 물으면 안 됩니다.</translation>
    </message>
    <message>
        <source>decoded here only; it is returned as received</source>
        <translation>여기서만 디코딩합니다. 받은 그대로 돌려보냅니다</translation>
    </message>
    <message>
        <source>for {}</source>
        <translation>{}에 대해</translation>
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
        <source>one of {} requests in this round</source>
        <translation>이 회차의 요청 {}개 중 하나</translation>
    </message>
    <message>
        <source>rejected, not retried</source>
        <translation>거부함, 다시 시도하지 않음</translation>
    </message>
    <message>
        <source>requestState as sent or decoded</source>
        <translation>보낸 그대로 또는 디코딩한 requestState</translation>
    </message>
    <message>
        <source>returned unchanged</source>
        <translation>바꾸지 않고 돌려보냄</translation>
    </message>
    <message>
        <source>{0}; the call continues when {1} more are answered</source>
        <translation>{0}. {1}개에 더 답하면 호출이 계속됩니다</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message>
        <source>answered</source>
        <translation>답함</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>거절함</translation>
    </message>
    <message>
        <source>dismissed</source>
        <translation>닫음</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>거부함</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>철회됨</translation>
    </message>
</context>
<context>
    <name>RangeChip</name>
    <message>
        <source>Only this time range is shown. Click to show everything.</source>
        <translation>이 시간대만 보입니다. 누르면 전체를 봅니다.</translation>
    </message>
    <message>
        <source>Show the whole session, not only {0}</source>
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
        <translation>알 수 없는 메서드</translation>
    </message>
    <message>
        <source>Broken JSON</source>
        <translation>잘린 JSON</translation>
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
        <source>Name: value adds or replaces, Name: removes it</source>
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
        <translation>일부러 규칙을 어기고 서버의 반응 보기</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>규칙 위반</translation>
    </message>
    <message>
        <source>HTTP headers to add or replace for this message</source>
        <translation>이 메시지에 추가하거나 대체할 HTTP 헤더</translation>
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
The response appears here; everything is in the timeline.</source>
        <translation>보내기를 누르세요.
응답이 여기에 나옵니다. 모든 것은 타임라인에 있습니다.</translation>
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
        <source>Send as {} messages, one per line</source>
        <translation>한 줄씩 메시지 {}개로 보내기</translation>
    </message>
    <message>
        <source>Sent as #{}; it has no id, so there is no response.</source>
        <translation>#{}(으)로 보냈습니다. id가 없어 응답이 없습니다.</translation>
    </message>
    <message>
        <source>Start from a template</source>
        <translation>템플릿으로 시작</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>템플릿</translation>
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
    <name>RecentFiles</name>
    <message>
        <source>None yet</source>
        <translation>아직 없음</translation>
    </message>
    <message>
        <source>Not saved, kept for some days</source>
        <translation>저장하지 않음, 며칠 동안 보관</translation>
    </message>
</context>
<context>
    <name>Recorded</name>
    <message>
        <source>&quot;jsonrpc&quot; must be the string &quot;2.0&quot;; it is {found}</source>
        <translation>&quot;jsonrpc&quot;는 문자열 &quot;2.0&quot;이어야 하는데 {found}입니다</translation>
    </message>
    <message>
        <source>#{exchange}, {age} s old, fresh for another {left} s, {scope}</source>
        <translation>#{exchange}, {age}초 전, {left}초 동안 더 유효, {scope}</translation>
    </message>
    <message>
        <source>#{exchange}: cancelled while waiting for sign-in</source>
        <translation>#{exchange}: 로그인을 기다리는 중에 취소됨</translation>
    </message>
    <message>
        <source>#{exchange}: cancelled while waiting for your answer</source>
        <translation>#{exchange}: 사용자의 답을 기다리는 중에 취소됨</translation>
    </message>
    <message>
        <source>#{exchange}: {method} declined, nothing sent</source>
        <translation>#{exchange}: {method} 거절함, 보낸 것 없음</translation>
    </message>
    <message>
        <source>#{exchange}: {method} dismissed, nothing sent</source>
        <translation>#{exchange}: {method} 닫음, 보낸 것 없음</translation>
    </message>
    <message>
        <source>#{exchange}: {method} rejected, nothing sent</source>
        <translation>#{exchange}: {method} 거부함, 보낸 것 없음</translation>
    </message>
    <message>
        <source>-32021 lacks data.requiredCapabilities, an object</source>
        <translation>-32021에 객체 data.requiredCapabilities가 없습니다</translation>
    </message>
    <message>
        <source>-32022 lacks data.requested, the version that was asked for</source>
        <translation>-32022에 요청받은 버전인 data.requested가 없습니다</translation>
    </message>
    <message>
        <source>-32022 lacks data.supported, a list of versions</source>
        <translation>-32022에 버전 목록인 data.supported가 없습니다</translation>
    </message>
    <message>
        <source>-32042 is not defined before 2025-11-25</source>
        <translation>-32042는 2025-11-25 전에는 정의되어 있지 않습니다</translation>
    </message>
    <message>
        <source>-32042 requires a non-empty data.elicitations</source>
        <translation>-32042에는 비어 있지 않은 data.elicitations가 필요합니다</translation>
    </message>
    <message>
        <source>20 MB message</source>
        <translation>20 MB 메시지</translation>
    </message>
    <message>
        <source>A DELETE to the endpoint, which this revision does not have.</source>
        <translation>이 개정판에 없는, 엔드포인트의 DELETE입니다.</translation>
    </message>
    <message>
        <source>A GET to the endpoint, which this revision does not have.</source>
        <translation>이 개정판에 없는, 엔드포인트의 GET입니다.</translation>
    </message>
    <message>
        <source>A batch contains requests and notifications, or responses: reject it, or respond to the request.</source>
        <translation>배치는 요청과 알림, 또는 응답으로 이루어집니다. 거부하거나 요청에 응답하세요.</translation>
    </message>
    <message>
        <source>A call of a tool that does not exist, with a 20 MB string as its argument.</source>
        <translation>없는 도구의 호출, 인수는 20 MB 문자열입니다.</translation>
    </message>
    <message>
        <source>A call of a tool without an argument its schema requires.</source>
        <translation>스키마가 요구하는 인수가 없는 도구 호출입니다.</translation>
    </message>
    <message>
        <source>A call of the tool {unknown_tool}.</source>
        <translation>도구 {unknown_tool}의 호출입니다.</translation>
    </message>
    <message>
        <source>A list request with an invented cursor.</source>
        <translation>지어낸 커서로 하는 목록 요청입니다.</translation>
    </message>
    <message>
        <source>A message must not contain newlines: every line is invalid; reject them with -32700.</source>
        <translation>메시지에는 줄 바꿈이 있으면 안 됩니다. 모든 줄을 읽을 수 없으므로 -32700으로 거부하세요.</translation>
    </message>
    <message>
        <source>A notification that is not in any revision.</source>
        <translation>어떤 개정판에도 없는 알림입니다.</translation>
    </message>
    <message>
        <source>A number is too large to check.</source>
        <translation>숫자가 너무 커서 점검할 수 없습니다.</translation>
    </message>
    <message>
        <source>A read of {unknown_uri}.</source>
        <translation>{unknown_uri} 읽기입니다.</translation>
    </message>
    <message>
        <source>A reference must be a string.</source>
        <translation>참조는 문자열이어야 합니다.</translation>
    </message>
    <message>
        <source>A request as the first message of a connection, without initialize.</source>
        <translation>initialize 없이 연결의 첫 메시지로 보내는 요청입니다.</translation>
    </message>
    <message>
        <source>A request for revision {bogus_version}.</source>
        <translation>개정판 {bogus_version}의 요청입니다.</translation>
    </message>
    <message>
        <source>A request for the method {unknown}.</source>
        <translation>메서드 {unknown}의 요청입니다.</translation>
    </message>
    <message>
        <source>A request indented over several lines.</source>
        <translation>여러 줄로 들여 쓴 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose Mcp-Method header names another method.</source>
        <translation>헤더 Mcp-Method가 다른 메서드를 말하는 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose Mcp-Name header names something else.</source>
        <translation>헤더 Mcp-Name이 다른 것을 말하는 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose _meta has no clientCapabilities.</source>
        <translation>_meta에 clientCapabilities가 없는 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose _meta has no protocolVersion.</source>
        <translation>_meta에 protocolVersion이 없는 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose id is a non-integer number.</source>
        <translation>id가 정수가 아닌 숫자인 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose id is null.</source>
        <translation>id가 null인 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose id is {&quot;no&quot;: 1}.</source>
        <translation>id가 {&quot;no&quot;: 1}인 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose last brace is missing.</source>
        <translation>마지막 중괄호가 없는 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose line ends with a carriage return and a newline.</source>
        <translation>줄이 캐리지 리턴과 줄 바꿈으로 끝나는 요청입니다.</translation>
    </message>
    <message>
        <source>A request whose params are an array: JSON-RPC allows it, MCP does not.</source>
        <translation>params가 배열인 요청입니다. JSON-RPC는 허용하지만 MCP는 허용하지 않습니다.</translation>
    </message>
    <message>
        <source>A request with &quot;jsonrpc&quot;: &quot;1.0&quot;.</source>
        <translation>&quot;jsonrpc&quot;: &quot;1.0&quot;인 요청입니다.</translation>
    </message>
    <message>
        <source>A request with &quot;method&quot;: 1.</source>
        <translation>&quot;method&quot;: 1인 요청입니다.</translation>
    </message>
    <message>
        <source>A request with 1e400 and a 400-digit integer in its _meta.</source>
        <translation>_meta에 1e400과 400자리 정수가 있는 요청입니다.</translation>
    </message>
    <message>
        <source>A request with Accept: application/json only.</source>
        <translation>Accept: application/json만 있는 요청입니다.</translation>
    </message>
    <message>
        <source>A request with Content-Type: text/plain, which web pages may send without a preflight.</source>
        <translation>웹 페이지가 사전 확인(preflight) 없이 보낼 수 있는 Content-Type: text/plain의 요청입니다.</translation>
    </message>
    <message>
        <source>A request with Origin: {foreign_origin}, as a web page would send it.</source>
        <translation>웹 페이지가 보내듯 Origin: {foreign_origin}이 있는 요청입니다.</translation>
    </message>
    <message>
        <source>A request with a name, but without the header Mcp-Name.</source>
        <translation>이름이 있지만 헤더 Mcp-Name이 없는 요청입니다.</translation>
    </message>
    <message>
        <source>A request with an Mcp-Session-Id the server never assigned.</source>
        <translation>서버가 준 적 없는 Mcp-Session-Id가 있는 요청입니다.</translation>
    </message>
    <message>
        <source>A request with an access token that no authorization server gave.</source>
        <translation>인증 서버가 발급하지 않은 액세스 토큰을 담은 요청.</translation>
    </message>
    <message>
        <source>A request with the Mcp-Session-Id of a session that was ended by DELETE.</source>
        <translation>DELETE로 끝난 세션의 Mcp-Session-Id를 담은 요청.</translation>
    </message>
    <message>
        <source>A request with the bytes FF FE C3 28 inside a string.</source>
        <translation>문자열 안에 바이트 FF FE C3 28이 있는 요청입니다.</translation>
    </message>
    <message>
        <source>A request with the header MCP-Protocol-Version: {bogus_version}.</source>
        <translation>헤더 MCP-Protocol-Version: {bogus_version}이 있는 요청입니다.</translation>
    </message>
    <message>
        <source>A request with the header Mcp-Session-Id, which this revision does not have.</source>
        <translation>이 개정판에 없는 헤더 Mcp-Session-Id가 있는 요청입니다.</translation>
    </message>
    <message>
        <source>A request with two empty lines before and after it.</source>
        <translation>앞뒤에 빈 줄이 두 개씩 있는 요청입니다.</translation>
    </message>
    <message>
        <source>A request with two ids in one object.</source>
        <translation>한 객체에 id가 둘인 요청입니다.</translation>
    </message>
    <message>
        <source>A request with {depth} nested arrays in its _meta.</source>
        <translation>_meta에 배열이 {depth}단계로 중첩된 요청입니다.</translation>
    </message>
    <message>
        <source>A request without &quot;jsonrpc&quot;.</source>
        <translation>&quot;jsonrpc&quot;가 없는 요청입니다.</translation>
    </message>
    <message>
        <source>A request without _meta.</source>
        <translation>_meta가 없는 요청입니다.</translation>
    </message>
    <message>
        <source>A request without the header MCP-Protocol-Version.</source>
        <translation>헤더 MCP-Protocol-Version이 없는 요청입니다.</translation>
    </message>
    <message>
        <source>A request without the header Mcp-Method.</source>
        <translation>헤더 Mcp-Method가 없는 요청입니다.</translation>
    </message>
    <message>
        <source>A request without the header Mcp-Session-Id.</source>
        <translation>헤더 Mcp-Session-Id가 없는 요청입니다.</translation>
    </message>
    <message>
        <source>A required field is missing: reject it with -32602, over HTTP with status 400.</source>
        <translation>필수 필드가 없습니다. -32602로, HTTP에서는 상태 400으로 거부하세요.</translation>
    </message>
    <message>
        <source>A response that has both members.</source>
        <translation>두 멤버가 다 있는 응답입니다.</translation>
    </message>
    <message>
        <source>A response with an id the server never used.</source>
        <translation>서버가 쓴 적 없는 id의 응답입니다.</translation>
    </message>
    <message>
        <source>A right request whose Mcp-Name is written as =?base64?…?=.</source>
        <translation>Mcp-Name을 =?base64?…?= 형식으로 쓴 올바른 요청.</translation>
    </message>
    <message>
        <source>A server that requires the session id responds with status 400.</source>
        <translation>세션 id를 요구하는 서버는 상태 400으로 응답합니다.</translation>
    </message>
    <message>
        <source>Accept batches: respond to both requests, one by one or in an array.</source>
        <translation>배치를 받으세요. 두 요청에 하나씩 또는 배열로 응답하세요.</translation>
    </message>
    <message>
        <source>Accept without text/event-stream</source>
        <translation>text/event-stream 없는 Accept</translation>
    </message>
    <message>
        <source>Acknowledge first, and leave out what is not supported.</source>
        <translation>먼저 확인하고, 지원하지 않는 것은 빼세요.</translation>
    </message>
    <message>
        <source>All requests in the batch got responses; the notification got none.</source>
        <translation>배치의 모든 요청에 응답했고 알림에는 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>Altered requestState</source>
        <translation>변조된 requestState</translation>
    </message>
    <message>
        <source>An array of two requests and a notification.</source>
        <translation>요청 둘과 알림 하나의 배열입니다.</translation>
    </message>
    <message>
        <source>An array that mixes a request and a response, which no revision allows.</source>
        <translation>어떤 개정판도 허용하지 않는, 요청과 응답을 섞은 배열입니다.</translation>
    </message>
    <message>
        <source>An array without members.</source>
        <translation>멤버가 없는 배열입니다.</translation>
    </message>
    <message>
        <source>An error response, as if the server had requested sampling.</source>
        <translation>서버가 샘플링을 요청한 것처럼 보내는 오류 응답입니다.</translation>
    </message>
    <message>
        <source>Answer without the requested input</source>
        <translation>요청받은 입력 없는 답</translation>
    </message>
    <message>
        <source>Assume the negotiated revision, or 2025-03-26, and respond.</source>
        <translation>협상한 개정판이나 2025-03-26으로 보고 응답하세요.</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>Batch of a request and a response</source>
        <translation>요청과 응답의 배치</translation>
    </message>
    <message>
        <source>Batch of numbers</source>
        <translation>숫자의 배치</translation>
    </message>
    <message>
        <source>Batches were removed in 2025-06-18: reject it.</source>
        <translation>배치는 2025-06-18에서 제거되었습니다. 거부하세요.</translation>
    </message>
    <message>
        <source>Blank lines</source>
        <translation>빈 줄</translation>
    </message>
    <message>
        <source>Both got one response each.</source>
        <translation>둘 다 한 번씩 응답되었습니다.</translation>
    </message>
    <message>
        <source>Broken JSON</source>
        <translation>잘린 JSON</translation>
    </message>
    <message>
        <source>CRLF line end</source>
        <translation>CRLF 줄 끝</translation>
    </message>
    <message>
        <source>Cancellation of an unknown request</source>
        <translation>알 수 없는 요청의 취소</translation>
    </message>
    <message>
        <source>Cancellation of initialize</source>
        <translation>initialize의 취소</translation>
    </message>
    <message>
        <source>Client capabilities missing in _meta</source>
        <translation>_meta에 클라이언트 기능(capability) 없음</translation>
    </message>
    <message>
        <source>Clients must not do this; the server must respond to each request, or reject the second.</source>
        <translation>클라이언트는 이렇게 하면 안 됩니다. 서버는 요청마다 응답하거나 두 번째를 거부해야 합니다.</translation>
    </message>
    <message>
        <source>Clients no longer send responses: ignore it or reject it.</source>
        <translation>클라이언트는 이제 응답을 보내지 않습니다. 무시하거나 거부하세요.</translation>
    </message>
    <message>
        <source>DELETE in the modern era</source>
        <translation>신형(modern) 세대의 DELETE</translation>
    </message>
    <message>
        <source>DNS server not responding</source>
        <translation>DNS 서버가 응답하지 않음</translation>
    </message>
    <message>
        <source>Decode the value before it is compared with the body.</source>
        <translation>값을 본문과 비교하기 전에 디코딩하십시오.</translation>
    </message>
    <message>
        <source>Duplicate id member</source>
        <translation>중복된 id 멤버</translation>
    </message>
    <message>
        <source>Empty batch</source>
        <translation>빈 배치</translation>
    </message>
    <message>
        <source>Ended session</source>
        <translation>끝난 세션</translation>
    </message>
    <message>
        <source>Error for a request never made</source>
        <translation>보낸 적 없는 요청에 대한 오류</translation>
    </message>
    <message>
        <source>External reference not loaded: {reference}</source>
        <translation>외부 참조를 불러오지 않음: {reference}</translation>
    </message>
    <message>
        <source>Foreign Origin</source>
        <translation>다른 출처의 Origin</translation>
    </message>
    <message>
        <source>Fractional id</source>
        <translation>정수가 아닌 id</translation>
    </message>
    <message>
        <source>GET in the modern era</source>
        <translation>신형(modern) 세대의 GET</translation>
    </message>
    <message>
        <source>GET must return text/event-stream or 405, not {gave}</source>
        <translation>GET은 {gave}이(가) 아니라 text/event-stream이나 405를 반환해야 합니다</translation>
    </message>
    <message>
        <source>Get it from https://nodejs.org or your package manager, and run the check again.</source>
        <translation>https://nodejs.org 또는 패키지 관리자에서 설치한 뒤 검사를 다시 실행하십시오.</translation>
    </message>
    <message>
        <source>HTTP status {status}</source>
        <translation>HTTP 상태 {status}</translation>
    </message>
    <message>
        <source>HTTP {status} blames the server, but the message was invalid.</source>
        <translation>HTTP {status}은(는) 서버 탓이라는 뜻인데 메시지가 잘못되었습니다.</translation>
    </message>
    <message>
        <source>HTTP {status} without a response.</source>
        <translation>응답 없이 HTTP {status}이(가) 왔습니다.</translation>
    </message>
    <message>
        <source>HTTP+SSE exists in the legacy era only</source>
        <translation>HTTP+SSE는 구형(legacy) 세대에만 있습니다</translation>
    </message>
    <message>
        <source>Huge numbers</source>
        <translation>거대한 숫자</translation>
    </message>
    <message>
        <source>Id null</source>
        <translation>null인 id</translation>
    </message>
    <message>
        <source>Id that is an object</source>
        <translation>객체인 id</translation>
    </message>
    <message>
        <source>Ignore it, and assign no session id.</source>
        <translation>무시하고 세션 id를 주지 마세요.</translation>
    </message>
    <message>
        <source>Ignore it: errors get no response (HTTP: 202).</source>
        <translation>무시하세요. 오류에는 응답하지 않습니다(HTTP: 202).</translation>
    </message>
    <message>
        <source>Ignore it: responses get no response (HTTP: 202).</source>
        <translation>무시하세요. 응답에는 응답하지 않습니다(HTTP: 202).</translation>
    </message>
    <message>
        <source>Ignore it; notifications get no response (HTTP: 202 or an error status).</source>
        <translation>무시하세요. 알림에는 응답하지 않습니다(HTTP: 202 또는 오류 상태).</translation>
    </message>
    <message>
        <source>Ignore it; notifications get no response.</source>
        <translation>무시하세요. 알림에는 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>Invalid UTF-8</source>
        <translation>잘못된 UTF-8</translation>
    </message>
    <message>
        <source>Invalid access token</source>
        <translation>잘못된 액세스 토큰</translation>
    </message>
    <message>
        <source>Invalid cursor</source>
        <translation>올바르지 않은 커서</translation>
    </message>
    <message>
        <source>Invalid reference: {reference}</source>
        <translation>올바르지 않은 참조: {reference}</translation>
    </message>
    <message>
        <source>Invalid schema: {path}: {reason}. That part is not checked.</source>
        <translation>스키마가 올바르지 않습니다: {path}: {reason}. 그 부분을 점검하지 않습니다.</translation>
    </message>
    <message>
        <source>Invalid schema: {reason}. Values are not checked.</source>
        <translation>스키마가 올바르지 않습니다: {reason}. 값을 점검하지 않습니다.</translation>
    </message>
    <message>
        <source>It accepted it anyway: {count} responses.</source>
        <translation>그래도 받아들였습니다: 응답 {count}개.</translation>
    </message>
    <message>
        <source>It accepted it with HTTP 202 and a body; there must be none.</source>
        <translation>HTTP 202와 본문으로 받아들였습니다. 본문이 없어야 합니다.</translation>
    </message>
    <message>
        <source>It accepted it with HTTP 202.</source>
        <translation>HTTP 202로 받아들였습니다.</translation>
    </message>
    <message>
        <source>It accepted it with HTTP {status}; it must be 202.</source>
        <translation>HTTP {status}(으)로 받아들였습니다. 202여야 합니다.</translation>
    </message>
    <message>
        <source>It acknowledged the subscription and left out the unknown type.</source>
        <translation>구독을 확인하고 모르는 형식은 뺐습니다.</translation>
    </message>
    <message>
        <source>It agreed to send {unknown_type}, which does not exist.</source>
        <translation>없는 {unknown_type}을(를) 보내겠다고 했습니다.</translation>
    </message>
    <message>
        <source>It closed the HTTP connection without responding.</source>
        <translation>응답 없이 HTTP 연결을 닫았습니다.</translation>
    </message>
    <message>
        <source>It compared it undecoded: {words}.</source>
        <translation>디코딩하지 않고 비교했습니다: {words}.</translation>
    </message>
    <message>
        <source>It is valid JSON: respond to it, or reject it with an error; then continue.</source>
        <translation>올바른 JSON입니다. 응답하거나 오류로 거부하고 계속하세요.</translation>
    </message>
    <message>
        <source>It lists {bogus_version} among its versions.</source>
        <translation>버전 가운데 {bogus_version}이(가) 있습니다.</translation>
    </message>
    <message>
        <source>It now rejects an ordinary request.</source>
        <translation>이제 일반 요청을 거부합니다.</translation>
    </message>
    <message>
        <source>It rejected it with HTTP 405.</source>
        <translation>HTTP 405로 거부했습니다.</translation>
    </message>
    <message>
        <source>It rejected it with HTTP {status} instead of {http}.</source>
        <translation>{http} 대신 HTTP {status}(으)로 거부했습니다.</translation>
    </message>
    <message>
        <source>It rejected it with HTTP {status}, but without the JSON-RPC error.</source>
        <translation>HTTP {status}(으)로 거부했지만 JSON-RPC 오류가 없습니다.</translation>
    </message>
    <message>
        <source>It rejected it with HTTP {status}.</source>
        <translation>HTTP {status}(으)로 거부했습니다.</translation>
    </message>
    <message>
        <source>It rejected it with error {code}, {count} times.</source>
        <translation>오류 {code}(으)로 {count}번 거부했습니다.</translation>
    </message>
    <message>
        <source>It rejected it with error {code}.</source>
        <translation>오류 {code}(으)로 거부했습니다.</translation>
    </message>
    <message>
        <source>It rejected it with {words}, which blames the server.</source>
        <translation>서버 탓이라는 {words}(으)로 거부했습니다.</translation>
    </message>
    <message>
        <source>It rejected it with {words}.</source>
        <translation>{words}(으)로 거부했습니다.</translation>
    </message>
    <message>
        <source>It rejected it with {words}; expected {expected}.</source>
        <translation>{words}(으)로 거부했습니다. 예상: {expected}.</translation>
    </message>
    <message>
        <source>It rejected it with {words}; the HTTP status must be {http}.</source>
        <translation>{words}(으)로 거부했습니다. HTTP 상태는 {http}이어야 합니다.</translation>
    </message>
    <message>
        <source>It rejected the blank lines, but did not respond to the request.</source>
        <translation>빈 줄은 거부했지만 요청에 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>It rejected the id already in use.</source>
        <translation>이미 사용 중인 id를 거부했습니다.</translation>
    </message>
    <message>
        <source>It rejected the whole batch with {reply}.</source>
        <translation>배치 전체를 {reply}(으)로 거부했습니다.</translation>
    </message>
    <message>
        <source>It requested the input again instead of using the altered state.</source>
        <translation>바뀐 상태를 쓰지 않고 입력을 새로 물었습니다.</translation>
    </message>
    <message>
        <source>It requested the missing input again.</source>
        <translation>빠진 입력을 다시 요청했습니다.</translation>
    </message>
    <message>
        <source>It responded to each member, although this revision has no batches.</source>
        <translation>이 개정판에는 배치가 없는데도 각 멤버에 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded to id {identifier} {count} times.</source>
        <translation>id {identifier}에 {count}번 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded to the notification.</source>
        <translation>알림에 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded with HTTP {status}; a server that also supports older revisions may do so.</source>
        <translation>HTTP {status}(으)로 응답했습니다. 옛 개정판도 지원하는 서버는 그럴 수 있습니다.</translation>
    </message>
    <message>
        <source>It responded with HTTP {status}; expected 405.</source>
        <translation>HTTP {status}(으)로 응답했습니다. 405여야 합니다.</translation>
    </message>
    <message>
        <source>It responded with HTTP {status}; expected {expected}.</source>
        <translation>HTTP {status}(으)로 응답했습니다. 예상: {expected}.</translation>
    </message>
    <message>
        <source>It responded with an array; this revision has no batches.</source>
        <translation>배열로 응답했습니다. 이 개정판에는 배치가 없습니다.</translation>
    </message>
    <message>
        <source>It responded with an event stream, which the request did not accept.</source>
        <translation>요청이 받지 않는 이벤트 스트림으로 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded with id {id}, which was never sent.</source>
        <translation>보낸 적 없는 id {id}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded with {named} and id {id}.</source>
        <translation>{named}와(과) id {id}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded with {reply} in a session it never started.</source>
        <translation>시작하지 않은 세션에서 {reply}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded with {reply} instead of rejecting it.</source>
        <translation>거부하지 않고 {reply}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded with {reply} instead of requesting the input again.</source>
        <translation>입력을 다시 요청하지 않고 {reply}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded with {reply} without an acknowledgement.</source>
        <translation>확인 없이 {reply}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded with {reply}.</source>
        <translation>{reply}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>It responded with {reply}: it assigned a session id, but does not require it.</source>
        <translation>{reply}(으)로 응답했습니다. 세션 id를 주었지만 요구하지 않습니다.</translation>
    </message>
    <message>
        <source>It responded with {reply}; such messages get no response.</source>
        <translation>{reply}(으)로 응답했습니다. 이런 메시지에는 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>It responded with {words}, and {count} errors for the blank lines.</source>
        <translation>{words}(으)로 응답하고 빈 줄에 오류 {count}개를 보냈습니다.</translation>
    </message>
    <message>
        <source>It responded with {words}.</source>
        <translation>{words}(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>It responds with an Mcp-Session-Id; this revision has no sessions.</source>
        <translation>Mcp-Session-Id로 응답합니다. 이 개정판에는 세션이 없습니다.</translation>
    </message>
    <message>
        <source>It returned a result with isError.</source>
        <translation>isError가 있는 결과를 반환했습니다.</translation>
    </message>
    <message>
        <source>It returned a result with isError; the specification requires JSON-RPC error -32602 for unknown tools.</source>
        <translation>isError가 있는 결과를 반환했습니다. 명세는 알 수 없는 도구에 JSON-RPC 오류 -32602를 요구합니다.</translation>
    </message>
    <message>
        <source>It sent {method} before the handshake.</source>
        <translation>핸드셰이크 전에 {method}을(를) 보냈습니다.</translation>
    </message>
    <message>
        <source>It stopped responding: a plain request got no response within {alive_s} s.</source>
        <translation>응답이 멈췄습니다. 일반 요청에 {alive_s}초 안에 응답이 없었습니다.</translation>
    </message>
    <message>
        <source>It treated it as a notification (HTTP 202).</source>
        <translation>알림으로 처리했습니다(HTTP 202).</translation>
    </message>
    <message>
        <source>JSON followed by more text at byte {position}</source>
        <translation>JSON 뒤 {position}번째 바이트에 텍스트가 더 있음</translation>
    </message>
    <message>
        <source>JSON that ends unexpectedly</source>
        <translation>예상치 못하게 끝난 JSON</translation>
    </message>
    <message>
        <source>JSON without jsonrpc: a line for a log, not a message</source>
        <translation>jsonrpc가 없는 JSON: 메시지가 아니라 로그용 줄임</translation>
    </message>
    <message>
        <source>JSON, but not an object: a JSON-RPC message is an object</source>
        <translation>JSON이지만 객체가 아님: JSON-RPC 메시지는 객체입니다</translation>
    </message>
    <message>
        <source>JSON-RPC 2.0: both must not be present. Ignore or reject it; responses get no response.</source>
        <translation>JSON-RPC 2.0: 둘이 함께 있으면 안 됩니다. 무시하거나 거부하세요. 응답에는 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>JSON-RPC 2.0: invalid Request objects get the error -32600.</source>
        <translation>JSON-RPC 2.0: 올바른 Request 객체가 아닌 것에는 -32600으로 응답합니다.</translation>
    </message>
    <message>
        <source>JSON-RPC 2.0: one error -32600 per member.</source>
        <translation>JSON-RPC 2.0: 멤버마다 오류 -32600.</translation>
    </message>
    <message>
        <source>JSON-RPC 2.0: one error -32600.</source>
        <translation>JSON-RPC 2.0: 오류 -32600 하나.</translation>
    </message>
    <message>
        <source>JSON-RPC 2.0: respond with -32700 (parse error), over HTTP with status 400; then continue.</source>
        <translation>JSON-RPC 2.0: -32700(구문 오류)으로, HTTP에서는 상태 400으로 응답하고 계속하세요.</translation>
    </message>
    <message>
        <source>MCP-Protocol-Version missing</source>
        <translation>MCP-Protocol-Version 없음</translation>
    </message>
    <message>
        <source>Mcp-Method missing</source>
        <translation>Mcp-Method 없음</translation>
    </message>
    <message>
        <source>Mcp-Method wrong</source>
        <translation>틀린 Mcp-Method</translation>
    </message>
    <message>
        <source>Mcp-Name in Base64</source>
        <translation>Base64로 쓴 Mcp-Name</translation>
    </message>
    <message>
        <source>Mcp-Name missing</source>
        <translation>Mcp-Name 없음</translation>
    </message>
    <message>
        <source>Mcp-Name wrong</source>
        <translation>틀린 Mcp-Name</translation>
    </message>
    <message>
        <source>Messages are delimited by newlines: the line is not a message; reject it with -32700.</source>
        <translation>메시지는 줄 바꿈으로 나뉩니다. 이 줄은 메시지가 아니므로 -32700으로 거부하세요.</translation>
    </message>
    <message>
        <source>No response within {waited_s} s.</source>
        <translation>{waited_s}초 안에 응답이 오지 않았습니다.</translation>
    </message>
    <message>
        <source>No response.</source>
        <translation>응답이 없었습니다.</translation>
    </message>
    <message>
        <source>No value is allowed here.</source>
        <translation>여기에는 어떤 값도 허용되지 않습니다.</translation>
    </message>
    <message>
        <source>Numeric method</source>
        <translation>숫자인 method</translation>
    </message>
    <message>
        <source>One message on several lines</source>
        <translation>여러 줄에 걸친 한 메시지</translation>
    </message>
    <message>
        <source>One request got two responses, one per id.</source>
        <translation>요청 하나에 두 id로 두 번 응답했습니다.</translation>
    </message>
    <message>
        <source>Only one got a response; a client cannot tell which.</source>
        <translation>하나에만 응답했습니다. 클라이언트는 어느 요청의 응답인지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Only {count} of {all} requests got responses.</source>
        <translation>요청 {all}개 중 {count}개에만 응답했습니다.</translation>
    </message>
    <message>
        <source>Params as an array</source>
        <translation>배열인 params</translation>
    </message>
    <message>
        <source>Parts of the schema contradict each other.</source>
        <translation>스키마의 부분들이 서로 모순됩니다.</translation>
    </message>
    <message>
        <source>Progress for an unknown token</source>
        <translation>알 수 없는 토큰의 진행률</translation>
    </message>
    <message>
        <source>Protocol version missing in _meta</source>
        <translation>_meta에 프로토콜 버전 없음</translation>
    </message>
    <message>
        <source>RFC 8259 does not say which one counts: respond once to one of them, or reject it.</source>
        <translation>RFC 8259는 어느 것이 맞는지 정하지 않았습니다. 그중 하나에 한 번 응답하거나 거부하세요.</translation>
    </message>
    <message>
        <source>Reference not found: {reference}</source>
        <translation>참조를 찾지 못함: {reference}</translation>
    </message>
    <message>
        <source>Reject a foreign Origin with 403.</source>
        <translation>낯선 Origin은 403으로 거부하세요.</translation>
    </message>
    <message>
        <source>Reject a state that fails verification, unless tampering with it is harmless.</source>
        <translation>바꿔도 해가 없는 경우가 아니면, 검증에 실패한 상태를 거부하세요.</translation>
    </message>
    <message>
        <source>Reject it with -32022 and the supported versions, over HTTP with status 400.</source>
        <translation>지원하는 버전이 든 -32022로, HTTP에서는 상태 400으로 거부하세요.</translation>
    </message>
    <message>
        <source>Reject it with -32602 or -32600.</source>
        <translation>-32602 또는 -32600으로 거부하세요.</translation>
    </message>
    <message>
        <source>Reject it with 400 and -32020, unless the server also supports revisions before 2025-06-18.</source>
        <translation>서버가 2025-06-18 전의 개정판도 쓰는 경우가 아니면 400과 -32020으로 거부하세요.</translation>
    </message>
    <message>
        <source>Reject it with status 400 and the error -32020 (HeaderMismatch).</source>
        <translation>상태 400과 오류 -32020(HeaderMismatch)으로 거부하세요.</translation>
    </message>
    <message>
        <source>Request before the handshake</source>
        <translation>핸드셰이크 전의 요청</translation>
    </message>
    <message>
        <source>Request the missing input again, and send no error.</source>
        <translation>빠진 입력을 다시 요청하세요. 오류는 보내지 마세요.</translation>
    </message>
    <message>
        <source>Required argument missing</source>
        <translation>필수 인수 없음</translation>
    </message>
    <message>
        <source>Respond to an invalid cursor with -32602.</source>
        <translation>잘못된 커서에는 -32602로 응답하세요.</translation>
    </message>
    <message>
        <source>Respond to an invalid or expired token with status 401.</source>
        <translation>잘못되었거나 만료된 토큰에는 상태 401로 응답하십시오.</translation>
    </message>
    <message>
        <source>Respond to an invalid or unsupported version with status 400.</source>
        <translation>잘못되었거나 지원하지 않는 버전에는 상태 400으로 응답하세요.</translation>
    </message>
    <message>
        <source>Respond to it: a carriage return after the message is white space.</source>
        <translation>응답하세요. 메시지 뒤의 캐리지 리턴은 공백입니다.</translation>
    </message>
    <message>
        <source>Respond to the request; empty lines are not messages.</source>
        <translation>요청에 응답하세요. 빈 줄은 메시지가 아닙니다.</translation>
    </message>
    <message>
        <source>Respond with -32002 (resource not found).</source>
        <translation>-32002(리소스 없음)로 응답하세요.</translation>
    </message>
    <message>
        <source>Respond with -32601 (method not found), over HTTP with status 404.</source>
        <translation>-32601(메서드 없음)로, HTTP에서는 상태 404로 응답하세요.</translation>
    </message>
    <message>
        <source>Respond with -32601 (method not found).</source>
        <translation>-32601(메서드 없음)로 응답하세요.</translation>
    </message>
    <message>
        <source>Respond with -32602; -32002 must no longer be used.</source>
        <translation>-32602로 응답하세요. -32002는 이제 쓰면 안 됩니다.</translation>
    </message>
    <message>
        <source>Respond with 405.</source>
        <translation>405로 응답하세요.</translation>
    </message>
    <message>
        <source>Respond with a JSON-RPC error, -32602.</source>
        <translation>JSON-RPC 오류 -32602로 응답하세요.</translation>
    </message>
    <message>
        <source>Respond with status 404 once the session has ended.</source>
        <translation>세션이 끝난 뒤에는 상태 404로 응답하십시오.</translation>
    </message>
    <message>
        <source>Respond with status 404, as for a session that has ended.</source>
        <translation>끝난 세션처럼 상태 404로 응답하세요.</translation>
    </message>
    <message>
        <source>Result and error at once</source>
        <translation>결과와 오류가 함께 있음</translation>
    </message>
    <message>
        <source>Session id in the modern era</source>
        <translation>신형(modern) 세대의 세션 id</translation>
    </message>
    <message>
        <source>Session id missing</source>
        <translation>세션 id 없음</translation>
    </message>
    <message>
        <source>Subscription of an unknown type</source>
        <translation>모르는 형식의 구독</translation>
    </message>
    <message>
        <source>TLS: handshake failed</source>
        <translation>TLS: 핸드셰이크 실패</translation>
    </message>
    <message>
        <source>TLS: the certificate has expired</source>
        <translation>TLS: 인증서가 만료됨</translation>
    </message>
    <message>
        <source>TLS: the certificate is for another host</source>
        <translation>TLS: 다른 호스트의 인증서</translation>
    </message>
    <message>
        <source>TLS: the certificate is not valid yet</source>
        <translation>TLS: 인증서가 아직 유효하지 않음</translation>
    </message>
    <message>
        <source>TLS: the certificate is self-signed</source>
        <translation>TLS: 자체 서명된 인증서</translation>
    </message>
    <message>
        <source>TLS: the certificate&apos;s issuer is not trusted</source>
        <translation>TLS: 인증서 발급자를 신뢰할 수 없음</translation>
    </message>
    <message>
        <source>TLS: the connection closed during the handshake</source>
        <translation>TLS: 핸드셰이크 도중에 연결이 끝남</translation>
    </message>
    <message>
        <source>TLS: the server does not speak TLS</source>
        <translation>TLS: 서버가 TLS를 쓰지 않음</translation>
    </message>
    <message>
        <source>The HTTP request got no response within {waited_s} s.</source>
        <translation>HTTP 요청이 {waited_s}초 안에 응답받지 못했습니다.</translation>
    </message>
    <message>
        <source>The answer to a result that requested input, with empty inputResponses.</source>
        <translation>입력을 요청한 결과에 빈 inputResponses로 하는 답입니다.</translation>
    </message>
    <message>
        <source>The answer to a result that requested input, with one character of requestState changed.</source>
        <translation>입력을 요청한 결과에 requestState의 한 글자를 바꾸어 하는 답입니다.</translation>
    </message>
    <message>
        <source>The array [1,2,3], whose members are not messages.</source>
        <translation>멤버가 메시지가 아닌 배열 [1,2,3]입니다.</translation>
    </message>
    <message>
        <source>The body is JSON: reject other content types (415 or 400).</source>
        <translation>본문이 JSON입니다. 다른 content type은 거부하세요(415 또는 400).</translation>
    </message>
    <message>
        <source>The client must list both types: reject it (406), or respond with JSON.</source>
        <translation>클라이언트는 두 형식을 다 적어야 합니다. 거부하거나(406) JSON으로 응답하세요.</translation>
    </message>
    <message>
        <source>The error does not list the supported versions.</source>
        <translation>오류에 지원하는 버전이 없습니다.</translation>
    </message>
    <message>
        <source>The header does not match the body: status 400 with -32020, or -32022 for the version.</source>
        <translation>헤더가 본문과 맞지 않습니다. 상태 400과 -32020, 버전이면 -32022.</translation>
    </message>
    <message>
        <source>The id must be a string or an integer: reject it with -32600.</source>
        <translation>id는 문자열이나 정수여야 합니다. -32600으로 거부하세요.</translation>
    </message>
    <message>
        <source>The id must not be null: reject it with -32600. No response may have a null id.</source>
        <translation>id는 null이면 안 됩니다. -32600으로 거부하세요. 응답의 id도 null일 수 없습니다.</translation>
    </message>
    <message>
        <source>The pattern takes too long to match: not checked.</source>
        <translation>패턴을 맞추는 데 너무 오래 걸려 점검하지 않습니다.</translation>
    </message>
    <message>
        <source>The process exited.</source>
        <translation>프로세스가 종료되었습니다.</translation>
    </message>
    <message>
        <source>The receiver must not send a response to a notification (HTTP: 202 or an error status).</source>
        <translation>받는 쪽은 알림에 응답을 보내면 안 됩니다(HTTP: 202 또는 오류 상태).</translation>
    </message>
    <message>
        <source>The same request twice, simultaneously and with the same id.</source>
        <translation>같은 요청을 같은 id로 동시에 두 번 보냅니다.</translation>
    </message>
    <message>
        <source>The schema cannot be used: {error}</source>
        <translation>스키마를 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>The schema has too many parts: values are not checked.</source>
        <translation>스키마의 부분이 너무 많아 값을 점검하지 않습니다.</translation>
    </message>
    <message>
        <source>The schema is larger than 4 MB: values are not checked.</source>
        <translation>스키마가 4 MB보다 커서 값을 점검하지 않습니다.</translation>
    </message>
    <message>
        <source>The schema is nested deeper than {max_schema_depth} levels: values are not checked.</source>
        <translation>스키마가 {max_schema_depth}단계보다 깊어 값을 점검하지 않습니다.</translation>
    </message>
    <message>
        <source>The schema is nested too deeply to be shown in full.</source>
        <translation>스키마의 중첩이 너무 깊어 모두 표시할 수 없습니다.</translation>
    </message>
    <message>
        <source>The schema is not JSON: {error}</source>
        <translation>스키마가 JSON이 아닙니다: {error}</translation>
    </message>
    <message>
        <source>The schema refers to itself endlessly.</source>
        <translation>스키마가 끝없이 자신을 가리킵니다.</translation>
    </message>
    <message>
        <source>The server exited ({exit_text}).</source>
        <translation>서버가 종료되었습니다({exit_text}).</translation>
    </message>
    <message>
        <source>The server exited.</source>
        <translation>서버가 종료되었습니다.</translation>
    </message>
    <message>
        <source>The specification sets no message size limit: respond as for any unknown tool, or reject its size (HTTP 413).</source>
        <translation>명세는 메시지 크기를 제한하지 않습니다. 알 수 없는 도구일 때처럼 응답하거나 크기를 이유로 거부하세요(HTTP 413).</translation>
    </message>
    <message>
        <source>The value could not be checked: {error}</source>
        <translation>값을 점검하지 못했습니다: {error}</translation>
    </message>
    <message>
        <source>This part of the schema is neither an object nor a boolean.</source>
        <translation>스키마의 이 부분은 객체도 불리언도 아닙니다.</translation>
    </message>
    <message>
        <source>Two documents on a line</source>
        <translation>한 줄에 문서 두 개</translation>
    </message>
    <message>
        <source>Two requests on one line.</source>
        <translation>한 줄에 요청 두 개입니다.</translation>
    </message>
    <message>
        <source>Two requests, one id</source>
        <translation>요청 둘, id 하나</translation>
    </message>
    <message>
        <source>Unexpected response</source>
        <translation>예상하지 못한 응답</translation>
    </message>
    <message>
        <source>Unknown MCP-Protocol-Version</source>
        <translation>알 수 없는 MCP-Protocol-Version</translation>
    </message>
    <message>
        <source>Unknown method</source>
        <translation>알 수 없는 메서드</translation>
    </message>
    <message>
        <source>Unknown notification</source>
        <translation>알 수 없는 알림</translation>
    </message>
    <message>
        <source>Unknown protocol version</source>
        <translation>알 수 없는 프로토콜 버전</translation>
    </message>
    <message>
        <source>Unknown resource</source>
        <translation>알 수 없는 리소스</translation>
    </message>
    <message>
        <source>Unknown session id</source>
        <translation>알 수 없는 세션 id</translation>
    </message>
    <message>
        <source>Unknown tool</source>
        <translation>알 수 없는 도구</translation>
    </message>
    <message>
        <source>Unknown type: {name}</source>
        <translation>모르는 형식: {name}</translation>
    </message>
    <message>
        <source>Unresolved reference: {complaint}. Values are not checked.</source>
        <translation>참조를 찾을 수 없습니다: {complaint}. 값을 검사하지 않습니다.</translation>
    </message>
    <message>
        <source>Unsupported dialect: {schema}. Values are checked as {name}.</source>
        <translation>지원하지 않는 방언: {schema}. 값은 {name}(으)로 검사합니다.</translation>
    </message>
    <message>
        <source>UnsupportedProtocolVersion requires status 400, not {status}</source>
        <translation>UnsupportedProtocolVersion의 상태는 {status}이(가) 아니라 400이어야 합니다</translation>
    </message>
    <message>
        <source>Validate the Origin to prevent DNS rebinding: reject it with an HTTP error.</source>
        <translation>DNS 리바인딩을 막기 위해 Origin을 확인하고 HTTP 오류로 거부하세요.</translation>
    </message>
    <message>
        <source>Validate the input: reject it with -32602, or with a result that has isError.</source>
        <translation>입력을 확인하고 -32602나 isError가 있는 결과로 거부하세요.</translation>
    </message>
    <message>
        <source>Validate the input: return a result that has isError.</source>
        <translation>입력을 확인하고 isError가 있는 결과로 응답하세요.</translation>
    </message>
    <message>
        <source>Windows has no login shell: programs get the account&apos;s variables</source>
        <translation>Windows에는 로그인 셸이 없습니다. 프로그램은 계정의 변수를 받습니다</translation>
    </message>
    <message>
        <source>Without _meta the request is malformed: reject it with -32602 or -32600.</source>
        <translation>_meta가 없으면 잘못된 요청입니다. -32602나 -32600으로 거부하세요.</translation>
    </message>
    <message>
        <source>Wrong content type</source>
        <translation>틀린 content type</translation>
    </message>
    <message>
        <source>_meta missing</source>
        <translation>_meta 없음</translation>
    </message>
    <message>
        <source>a JSON Web Token</source>
        <translation>JSON Web Token</translation>
    </message>
    <message>
        <source>a URL with a password</source>
        <translation>비밀번호가 있는 URL</translation>
    </message>
    <message>
        <source>a batch (array); this revision has no batches</source>
        <translation>배치(배열). 이 개정판에는 배치가 없습니다</translation>
    </message>
    <message>
        <source>a batch of more than {batch_bytes} MB: not split</source>
        <translation>{batch_bytes} MB를 넘는 배치: 분할하지 않음</translation>
    </message>
    <message>
        <source>a bearer token</source>
        <translation>bearer 토큰</translation>
    </message>
    <message>
        <source>a completion came, but completions is not declared</source>
        <translation>completions를 선언하지 않았는데 completion이 왔습니다</translation>
    </message>
    <message>
        <source>a content block has no type</source>
        <translation>content 블록에 type이 없습니다</translation>
    </message>
    <message>
        <source>a content block is {value}, not an object</source>
        <translation>content 블록이 객체가 아닙니다: {value}</translation>
    </message>
    <message>
        <source>a log message, although no request that runs asked for one</source>
        <translation>실행 중인 어떤 요청도 요구하지 않은 로그 메시지</translation>
    </message>
    <message>
        <source>a log message, although the capability logging is not declared</source>
        <translation>기능(capability) logging을 선언하지 않았는데 온 로그 메시지</translation>
    </message>
    <message>
        <source>a notification must not have an id, but has {id}</source>
        <translation>알림에 id가 있으면 안 되는데 {id}이(가) 있습니다</translation>
    </message>
    <message>
        <source>a number of many digits</source>
        <translation>자릿수가 많은 숫자</translation>
    </message>
    <message>
        <source>a password or a key</source>
        <translation>비밀번호 또는 키</translation>
    </message>
    <message>
        <source>a plain call was accepted, although the tool&apos;s taskSupport is required</source>
        <translation>도구의 taskSupport가 required인데 일반 호출을 받아들였습니다</translation>
    </message>
    <message>
        <source>a private key</source>
        <translation>개인 키</translation>
    </message>
    <message>
        <source>a recorded session is judged: no question was asked</source>
        <translation>기록된 세션을 판정함: 질문을 보내지 않음</translation>
    </message>
    <message>
        <source>a resource has no uri</source>
        <translation>리소스에 uri가 없습니다</translation>
    </message>
    <message>
        <source>a resource template has no uriTemplate</source>
        <translation>리소스 템플릿에 uriTemplate이 없습니다</translation>
    </message>
    <message>
        <source>a resource that does not exist is answered with code {code}</source>
        <translation>없는 리소스에 코드 {code}(으)로 응답합니다</translation>
    </message>
    <message>
        <source>a response about it concerns another task, “{id}”</source>
        <translation>이것에 대한 응답이 다른 작업 “{id}”에 관한 것임</translation>
    </message>
    <message>
        <source>a response about it is not a task</source>
        <translation>이것에 대한 응답이 작업이 아님</translation>
    </message>
    <message>
        <source>a response on the GET stream; it belongs on the stream of its request</source>
        <translation>GET 스트림의 응답. 그 요청의 스트림에 있어야 합니다</translation>
    </message>
    <message>
        <source>a response with status 202 must have no body</source>
        <translation>상태 202의 응답에는 본문이 없어야 합니다</translation>
    </message>
    <message>
        <source>a result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>a result with isError</source>
        <translation>isError가 있는 결과</translation>
    </message>
    <message>
        <source>a result without a known revision</source>
        <translation>알려진 개정판이 없는 결과</translation>
    </message>
    <message>
        <source>a second challenge for the same call asks for the scope {scopes} too</source>
        <translation>같은 호출에 대한 두 번째 인증 요구가 범위 {scopes}도 요구합니다</translation>
    </message>
    <message>
        <source>a second connection is offered other {}</source>
        <translation>두 번째 연결에는 다른 {}이(가) 제공됩니다</translation>
    </message>
    <message>
        <source>a second connection: {}</source>
        <translation>두 번째 연결: {}</translation>
    </message>
    <message>
        <source>a session id is set or changed outside the response to initialize</source>
        <translation>initialize 응답이 아닌 곳에서 세션 id를 설정하거나 바꿉니다</translation>
    </message>
    <message>
        <source>a text of the form has the URL {url}</source>
        <translation>양식의 텍스트에 URL {url}이(가) 있습니다</translation>
    </message>
    <message>
        <source>a user message mixes tool_result with other blocks</source>
        <translation>user 메시지에 tool_result와 다른 블록이 섞여 있습니다</translation>
    </message>
    <message>
        <source>acknowledged twice</source>
        <translation>두 번 확인됨</translation>
    </message>
    <message>
        <source>acknowledged what was not requested: {extra}</source>
        <translation>요청하지 않은 것을 확인함: {extra}</translation>
    </message>
    <message>
        <source>an access key</source>
        <translation>액세스 키</translation>
    </message>
    <message>
        <source>an entry of data.elicitations does not have mode url, or has no elicitationId</source>
        <translation>data.elicitations의 항목이 url 방식이 아니거나 elicitationId가 없습니다</translation>
    </message>
    <message>
        <source>an error without an id came before the response to request {id}; notifications get no response</source>
        <translation>요청 {id}의 응답보다 먼저 id 없는 오류가 왔습니다. 알림에는 응답하지 않습니다</translation>
    </message>
    <message>
        <source>an escape for half a character (a lone surrogate); read as U+FFFD</source>
        <translation>반쪽 문자의 이스케이프(홀로 있는 서로게이트). U+FFFD로 읽음</translation>
    </message>
    <message>
        <source>an icon has no src</source>
        <translation>아이콘에 src가 없습니다</translation>
    </message>
    <message>
        <source>an object with neither method, result nor error</source>
        <translation>객체이지만 method도 result도 error도 없음</translation>
    </message>
    <message>
        <source>an unknown method requires status 404, not {status}</source>
        <translation>알 수 없는 메서드의 상태는 {status}이(가) 아니라 404여야 합니다</translation>
    </message>
    <message>
        <source>an unknown task was answered with {code}, not -32602</source>
        <translation>알 수 없는 작업에 -32602가 아니라 {code}(으)로 응답했습니다</translation>
    </message>
    <message>
        <source>an update of {uri}, which the subscription does not have</source>
        <translation>구독에 없는 {uri}의 업데이트</translation>
    </message>
    <message>
        <source>another transport is used</source>
        <translation>다른 전송 방식을 사용함</translation>
    </message>
    <message>
        <source>asking {}</source>
        <translation>{}에 묻는 중</translation>
    </message>
    <message>
        <source>audience has {role}; it lists user and assistant</source>
        <translation>audience에 {role}이(가) 있습니다. user와 assistant만 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>audience is {audience}, which is not an array</source>
        <translation>audience가 배열이 아닙니다: {audience}</translation>
    </message>
    <message>
        <source>authorization_servers is missing or empty</source>
        <translation>authorization_servers가 없거나 비어 있습니다</translation>
    </message>
    <message>
        <source>authorized; sending the request again</source>
        <translation>인가됨. 요청을 다시 보냄</translation>
    </message>
    <message>
        <source>binary frame; messages are text frames</source>
        <translation>바이너리 프레임. 메시지는 텍스트 프레임입니다</translation>
    </message>
    <message>
        <source>blank line on stdout</source>
        <translation>stdout의 빈 줄</translation>
    </message>
    <message>
        <source>blob {blob} is not base64</source>
        <translation>blob이 base64가 아닙니다: {blob}</translation>
    </message>
    <message>
        <source>cacheScope is {scope}, and {first} on the first page</source>
        <translation>cacheScope가 {scope}인데 첫 페이지에서는 {first}입니다</translation>
    </message>
    <message>
        <source>cacheScope is {scope}; it is public or private</source>
        <translation>cacheScope가 {scope}입니다. public 또는 private이어야 합니다</translation>
    </message>
    <message>
        <source>calling {}</source>
        <translation>{} 호출 중</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>취소됨</translation>
    </message>
    <message>
        <source>cancelled by the user</source>
        <translation>사용자가 취소함</translation>
    </message>
    <message>
        <source>cancelled by you</source>
        <translation>직접 취소함</translation>
    </message>
    <message>
        <source>cancelled by {who}</source>
        <translation>{who}이(가) 취소함</translation>
    </message>
    <message>
        <source>cannot start {shell}: {error}</source>
        <translation>{shell}을(를) 시작할 수 없음: {error}</translation>
    </message>
    <message>
        <source>changed from {before} to {now}; a finished task must not change</source>
        <translation>{before}에서 {now}(으)로 바뀜. 끝난 작업은 바뀌면 안 됩니다</translation>
    </message>
    <message>
        <source>closed the server&apos;s stdin</source>
        <translation>서버의 stdin을 닫음</translation>
    </message>
    <message>
        <source>closing the WebSocket: 1000 (OK)</source>
        <translation>WebSocket을 닫는 중: 1000(OK)</translation>
    </message>
    <message>
        <source>closing the connection</source>
        <translation>연결을 닫는 중</translation>
    </message>
    <message>
        <source>code {seen} has no meaning in MCP; clients cannot act on it</source>
        <translation>코드 {seen}은(는) MCP에서 뜻이 없어 클라이언트가 대처할 수 없습니다</translation>
    </message>
    <message>
        <source>code {seen} is reserved for MCP but not defined</source>
        <translation>코드 {seen}은(는) MCP에 예약되어 있지만 정의되지 않았습니다</translation>
    </message>
    <message>
        <source>code {seen} must not be used since 2026-07-28</source>
        <translation>코드 {seen}은(는) 2026-07-28부터 쓰면 안 됩니다</translation>
    </message>
    <message>
        <source>code_challenge_methods_supported is {methods}, without S256</source>
        <translation>code_challenge_methods_supported가 {methods}(으)로, S256이 없습니다</translation>
    </message>
    <message>
        <source>complied</source>
        <translation>준수</translation>
    </message>
    <message>
        <source>connected to {where}</source>
        <translation>{where}에 연결됨</translation>
    </message>
    <message>
        <source>connected to {where}, the proxy {proxy}</source>
        <translation>{where}, 프록시 {proxy}에 연결됨</translation>
    </message>
    <message>
        <source>connected: {era} era, revision {revision}; {reason}</source>
        <translation>연결됨: {era} 세대, 개정판 {revision}. {reason}</translation>
    </message>
    <message>
        <source>connecting again</source>
        <translation>다시 연결하는 중</translation>
    </message>
    <message>
        <source>connecting with revision {}</source>
        <translation>개정판 {}(으)로 연결 중</translation>
    </message>
    <message>
        <source>connection closed without a response</source>
        <translation>응답 없이 연결이 닫힘</translation>
    </message>
    <message>
        <source>connection failed</source>
        <translation>연결 실패</translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>연결이 거부됨</translation>
    </message>
    <message>
        <source>connection timed out</source>
        <translation>연결 시간 초과</translation>
    </message>
    <message>
        <source>content blocks of the type {kind} came with a later revision</source>
        <translation>{kind} 형식의 content 블록은 이후 개정판에서 도입되었습니다</translation>
    </message>
    <message>
        <source>createdAt changed</source>
        <translation>createdAt이 바뀌었습니다</translation>
    </message>
    <message>
        <source>createdAt or lastUpdatedAt is missing</source>
        <translation>createdAt 또는 lastUpdatedAt이 없음</translation>
    </message>
    <message>
        <source>createdAt was {old} and is {new} now</source>
        <translation>createdAt이 {old}에서 {new}(으)로 바뀌었습니다</translation>
    </message>
    <message>
        <source>cursor {cursor} came twice, and a client that follows it never ends</source>
        <translation>커서 {cursor}이(가) 두 번 왔습니다. 이를 따르는 클라이언트는 끝나지 않습니다</translation>
    </message>
    <message>
        <source>did not last</source>
        <translation>오래가지 않음</translation>
    </message>
    <message>
        <source>does not match {pattern}</source>
        <translation>{pattern}와(과) 맞지 않습니다</translation>
    </message>
    <message>
        <source>duplicate member name {repeated_names} in one object; parsers disagree</source>
        <translation>한 객체에 멤버 이름 {repeated_names}이(가) 중복됩니다. 파서마다 다르게 읽습니다</translation>
    </message>
    <message>
        <source>elicitation {id} is complete, but was not begun</source>
        <translation>질의(elicitation) {id}이(가) 완료되었지만 시작된 적이 없습니다</translation>
    </message>
    <message>
        <source>elicitationId means nothing in this revision</source>
        <translation>이 개정판에서 elicitationId는 의미가 없습니다</translation>
    </message>
    <message>
        <source>empty line</source>
        <translation>빈 줄</translation>
    </message>
    <message>
        <source>ended by the server</source>
        <translation>서버가 끝냄</translation>
    </message>
    <message>
        <source>ended without an acknowledgement</source>
        <translation>확인 없이 종료됨</translation>
    </message>
    <message>
        <source>error &quot;{shown}&quot; without a code</source>
        <translation>코드 없는 오류 &quot;{shown}&quot;</translation>
    </message>
    <message>
        <source>error without a message</source>
        <translation>메시지 없는 오류</translation>
    </message>
    <message>
        <source>error {code} &quot;{shown}&quot;</source>
        <translation>오류 {code} &quot;{shown}&quot;</translation>
    </message>
    <message>
        <source>error {code} ({message})</source>
        <translation>오류 {code} ({message})</translation>
    </message>
    <message>
        <source>error {code} requires status 400, not {status}</source>
        <translation>오류 {code}의 상태는 {status}이(가) 아니라 400이어야 합니다</translation>
    </message>
    <message>
        <source>error.code must be an integer; it is {code}</source>
        <translation>error.code는 정수여야 하는데 {code}입니다</translation>
    </message>
    <message>
        <source>error.message must be a string; it is {message}</source>
        <translation>error.message는 문자열이어야 하는데 {message}입니다</translation>
    </message>
    <message>
        <source>error.message should be one concise sentence</source>
        <translation>error.message는 간결한 한 문장이어야 합니다</translation>
    </message>
    <message>
        <source>event id {event_id} was already used in this session</source>
        <translation>이벤트 id {event_id}을(를) 이 세션에서 전에 썼습니다</translation>
    </message>
    <message>
        <source>event received before the acknowledgement</source>
        <translation>확인보다 먼저 이벤트를 받음</translation>
    </message>
    <message>
        <source>event {name}</source>
        <translation>이벤트 {name}</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>종료 코드 {code}</translation>
    </message>
    <message>
        <source>extension {name} has characters that an identifier cannot have</source>
        <translation>확장 {name}에 식별자에 쓸 수 없는 문자가 있습니다</translation>
    </message>
    <message>
        <source>extension {name} has no prefix</source>
        <translation>확장 {name}에 접두사가 없습니다</translation>
    </message>
    <message>
        <source>extension {name} has the reserved prefix {prefix}</source>
        <translation>확장 {name}에 예약된 접두사 {prefix}이(가) 있습니다</translation>
    </message>
    <message>
        <source>extension {name} is not known as one that MCP publishes</source>
        <translation>확장 {name}은(는) MCP가 공개한 것으로 알려져 있지 않습니다</translation>
    </message>
    <message>
        <source>fault {key}: {word}. {sentence}</source>
        <translation>규칙 위반 {key}: {word}. {sentence}</translation>
    </message>
    <message>
        <source>gave up: another process still holds it open</source>
        <translation>포기함: 다른 프로세스가 아직 열어 두고 있음</translation>
    </message>
    <message>
        <source>getting the prompt {}</source>
        <translation>프롬프트 {} 가져오는 중</translation>
    </message>
    <message>
        <source>has no item of the kind the schema requires</source>
        <translation>스키마가 요구하는 종류의 항목이 없습니다</translation>
    </message>
    <message>
        <source>has too few items of the kind the schema requires</source>
        <translation>스키마가 요구하는 종류의 항목이 너무 적습니다</translation>
    </message>
    <message>
        <source>has too many items of the kind the schema limits</source>
        <translation>스키마가 제한하는 종류의 항목이 너무 많습니다</translation>
    </message>
    <message>
        <source>hasMore is false, but total is {total} and {count} came</source>
        <translation>hasMore가 false인데 total은 {total}이고 {count}개가 왔습니다</translation>
    </message>
    <message>
        <source>headers did not match (-32020); listed the tools again and repeated the call</source>
        <translation>헤더가 맞지 않아(-32020) 도구 목록을 다시 가져와 호출을 반복함</translation>
    </message>
    <message>
        <source>host not found</source>
        <translation>호스트를 찾을 수 없음</translation>
    </message>
    <message>
        <source>id {id} belongs to a pending request; the response could be for either</source>
        <translation>id {id}은(는) 대기 중인 요청의 것입니다. 응답이 어느 요청의 것인지 알 수 없습니다</translation>
    </message>
    <message>
        <source>id {id} has a different JSON type than the request&apos;s</source>
        <translation>id {id}의 JSON 형식이 요청의 id와 다릅니다</translation>
    </message>
    <message>
        <source>id {text} is neither a string nor an integer</source>
        <translation>id {text}이(가) 문자열도 정수도 아닙니다</translation>
    </message>
    <message>
        <source>in one message</source>
        <translation>한 메시지에</translation>
    </message>
    <message>
        <source>includeContext is {context}, but the client did not declare sampling.context</source>
        <translation>includeContext가 {context}인데 클라이언트는 sampling.context를 선언하지 않았습니다</translation>
    </message>
    <message>
        <source>includeContext {context} is deprecated</source>
        <translation>includeContext {context}은(는) 지원 중단되었습니다(deprecated)</translation>
    </message>
    <message>
        <source>initialize agreed on {protocolversion}</source>
        <translation>initialize가 {protocolversion}에 합의함</translation>
    </message>
    <message>
        <source>initialize as the first message, immediately followed by notifications/cancelled for it.</source>
        <translation>첫 메시지로 initialize를 보내고 곧바로 notifications/cancelled를 보냅니다.</translation>
    </message>
    <message>
        <source>initialize got {outcome}</source>
        <translation>initialize의 결과: {outcome}</translation>
    </message>
    <message>
        <source>initialize must come first: reject the request, and send nothing but ping and log messages.</source>
        <translation>initialize가 먼저 와야 합니다. 요청을 거부하고 ping과 로그 메시지 말고는 보내지 마세요.</translation>
    </message>
    <message>
        <source>initialize must not be cancelled; ignore the notification and respond to the request.</source>
        <translation>initialize는 취소하면 안 됩니다. 알림을 무시하고 요청에 응답하세요.</translation>
    </message>
    <message>
        <source>initialize must not be part of a batch</source>
        <translation>initialize는 배치의 일부이면 안 됩니다</translation>
    </message>
    <message>
        <source>initialize names {version} as supported, but server/discover is not found</source>
        <translation>initialize의 응답은 {version}을(를) 지원한다고 하지만 server/discover를 찾을 수 없습니다</translation>
    </message>
    <message>
        <source>initialize was refused because of its version {version}; no other one was offered</source>
        <translation>initialize가 버전 {version} 때문에 거부되었습니다. 다른 버전은 제시되지 않았습니다</translation>
    </message>
    <message>
        <source>initialize was rejected twice: {outcome}</source>
        <translation>initialize가 두 번 거부됨: {outcome}</translation>
    </message>
    <message>
        <source>inputRequests is not an object</source>
        <translation>inputRequests가 객체가 아닙니다</translation>
    </message>
    <message>
        <source>inputRequests {key} elicits in mode {mode}, which the client did not declare</source>
        <translation>inputRequests {key}: 클라이언트가 선언하지 않은 {mode} 방식의 질의(elicitation)입니다</translation>
    </message>
    <message>
        <source>inputRequests {key} has method {method}, which clients cannot be asked for</source>
        <translation>inputRequests {key}의 메서드 {method}은(는) 클라이언트에 요청할 수 없습니다</translation>
    </message>
    <message>
        <source>inputRequests {key} has the members {names}</source>
        <translation>inputRequests {key}의 멤버: {names}</translation>
    </message>
    <message>
        <source>inputRequests {key} is not an object</source>
        <translation>inputRequests {key}이(가) 객체가 아닙니다</translation>
    </message>
    <message>
        <source>inputRequests {key} is {method}, but the client did not declare {capability}</source>
        <translation>inputRequests {key}: {method}인데 클라이언트는 {capability}을(를) 선언하지 않았습니다</translation>
    </message>
    <message>
        <source>input_required carries {name}</source>
        <translation>input_required에 {name}이(가) 들어 있습니다</translation>
    </message>
    <message>
        <source>input_required has neither inputRequests nor requestState</source>
        <translation>input_required에 inputRequests도 requestState도 없습니다</translation>
    </message>
    <message>
        <source>inside #{whole}</source>
        <translation>#{whole} 안</translation>
    </message>
    <message>
        <source>invalid URL</source>
        <translation>올바르지 않은 URL</translation>
    </message>
    <message>
        <source>invalid URL: {error}</source>
        <translation>올바르지 않은 URL: {error}</translation>
    </message>
    <message>
        <source>invalid response to the WebSocket handshake</source>
        <translation>WebSocket 핸드셰이크에 대한 올바르지 않은 응답</translation>
    </message>
    <message>
        <source>is a stack trace</source>
        <translation>스택 추적뿐입니다</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>비어 있습니다</translation>
    </message>
    <message>
        <source>is not a valid {format}</source>
        <translation>올바른 {format}이(가) 아닙니다</translation>
    </message>
    <message>
        <source>is not allowed by the schema</source>
        <translation>스키마가 허용하지 않습니다</translation>
    </message>
    <message>
        <source>is not {value}</source>
        <translation>{value}이(가) 아닙니다</translation>
    </message>
    <message>
        <source>is only “{text}”</source>
        <translation>“{text}”뿐입니다</translation>
    </message>
    <message>
        <source>it checked nothing</source>
        <translation>확인한 것이 없습니다</translation>
    </message>
    <message>
        <source>it is no HTTP server of this computer</source>
        <translation>이 컴퓨터의 HTTP 서버가 아닙니다</translation>
    </message>
    <message>
        <source>it judges HTTP, which is the bridge&apos;s here</source>
        <translation>HTTP를 판정하는데, 여기서는 브리지의 HTTP입니다</translation>
    </message>
    <message>
        <source>it needs a question of its own</source>
        <translation>별도의 질문이 필요함</translation>
    </message>
    <message>
        <source>items {first} and {number} are equal; the schema requires unique items</source>
        <translation>항목 {first}와(과) {number}이(가) 같습니다. 스키마에서 중복을 허용하지 않습니다</translation>
    </message>
    <message>
        <source>its answer leaves it open</source>
        <translation>응답만으로는 알 수 없습니다</translation>
    </message>
    <message>
        <source>jsonrpc &quot;1.0&quot;</source>
        <translation>jsonrpc &quot;1.0&quot;</translation>
    </message>
    <message>
        <source>jsonrpc missing</source>
        <translation>jsonrpc 없음</translation>
    </message>
    <message>
        <source>judging {} records</source>
        <translation>기록 {}개를 판정하는 중</translation>
    </message>
    <message>
        <source>keep-alive comment</source>
        <translation>연결 유지 주석</translation>
    </message>
    <message>
        <source>killed by {signal}</source>
        <translation>{signal}(으)로 강제 종료됨</translation>
    </message>
    <message>
        <source>large messages may use up to {limit} MB per session</source>
        <translation>큰 메시지의 파일은 세션마다 {limit} MB까지만 쓸 수 있음</translation>
    </message>
    <message>
        <source>larger than {most_bytes} KiB</source>
        <translation>{most_bytes} KiB보다 큼</translation>
    </message>
    <message>
        <source>lastModified {time} is not ISO 8601</source>
        <translation>lastModified가 ISO 8601이 아닙니다: {time}</translation>
    </message>
    <message>
        <source>lastUpdatedAt was {old} and is {new} now</source>
        <translation>lastUpdatedAt이 {old}에서 {new}(으)로 바뀌었습니다</translation>
    </message>
    <message>
        <source>less than {limit} MB of free disk space</source>
        <translation>디스크 여유 공간이 {limit} MB보다 적습니다</translation>
    </message>
    <message>
        <source>links lead to other hosts: {hosts}</source>
        <translation>링크가 다른 호스트로 이어집니다: {hosts}</translation>
    </message>
    <message>
        <source>listening stream rejected (HTTP {status}); not retried</source>
        <translation>수신 스트림이 거부됨(HTTP {status}). 재시도하지 않음</translation>
    </message>
    <message>
        <source>listening to changes of the lists</source>
        <translation>목록의 변경을 기다리는 중</translation>
    </message>
    <message>
        <source>matches more than one of the shapes ({numbers}), which the schema forbids</source>
        <translation>여러 형태({numbers})에 맞는데 스키마가 금지합니다</translation>
    </message>
    <message>
        <source>matches none of the allowed shapes</source>
        <translation>허용된 형태 가운데 맞는 것이 없습니다</translation>
    </message>
    <message>
        <source>maxTokens is {value}</source>
        <translation>maxTokens가 {value}입니다</translation>
    </message>
    <message>
        <source>maxTokens is {value}, not an integer</source>
        <translation>maxTokens가 정수가 아닙니다: {value}</translation>
    </message>
    <message>
        <source>message for a request that was cancelled {late_s} s earlier</source>
        <translation>{late_s}초 전에 취소한 요청에 대한 메시지</translation>
    </message>
    <message>
        <source>message of {size} bytes exceeds the setting “Maximum message size”</source>
        <translation>{size}바이트 메시지가 설정 “최대 메시지 크기”를 넘습니다</translation>
    </message>
    <message>
        <source>messages is {messages}, which is not an array</source>
        <translation>messages가 배열이 아닙니다: {messages}</translation>
    </message>
    <message>
        <source>method is not a string</source>
        <translation>method가 문자열이 아님</translation>
    </message>
    <message>
        <source>method must be a string; it is {method}</source>
        <translation>method는 문자열이어야 하는데 {method}입니다</translation>
    </message>
    <message>
        <source>method or id is not a readable string</source>
        <translation>method나 id가 읽을 수 있는 문자열이 아님</translation>
    </message>
    <message>
        <source>mimeType is {read}; the list says {listed}</source>
        <translation>mimeType이 {read}인데 목록에는 {listed}(으)로 되어 있습니다</translation>
    </message>
    <message>
        <source>mode url is not defined before 2025-11-25</source>
        <translation>url 방식은 2025-11-25 전에는 정의되어 있지 않습니다</translation>
    </message>
    <message>
        <source>more than {count} log or progress messages within a second</source>
        <translation>1초 안에 로그 또는 진행률 메시지가 {count}개를 넘음</translation>
    </message>
    <message>
        <source>more than {most_redirects} redirects</source>
        <translation>리디렉션이 {most_redirects}번을 넘음</translation>
    </message>
    <message>
        <source>must be a multiple of {multiple_of}</source>
        <translation>{multiple_of}의 배수여야 합니다</translation>
    </message>
    <message>
        <source>must be at least {}</source>
        <translation>{} 이상이어야 합니다</translation>
    </message>
    <message>
        <source>must be at most {}</source>
        <translation>{} 이하여야 합니다</translation>
    </message>
    <message>
        <source>must be less than {}</source>
        <translation>{}보다 작아야 합니다</translation>
    </message>
    <message>
        <source>must be more than {}</source>
        <translation>{}보다 커야 합니다</translation>
    </message>
    <message>
        <source>must be null or match the schema in its parts</source>
        <translation>null이거나 각 부분이 스키마에 맞아야 합니다</translation>
    </message>
    <message>
        <source>must be one of {options}</source>
        <translation>다음 중 하나여야 합니다: {options}</translation>
    </message>
    <message>
        <source>must be {value}</source>
        <translation>{value}이어야 합니다</translation>
    </message>
    <message>
        <source>must have at least 1 item</source>
        <translation>항목이 1개 이상이어야 합니다</translation>
    </message>
    <message>
        <source>must have at least 1 property</source>
        <translation>속성이 1개 이상이어야 합니다</translation>
    </message>
    <message>
        <source>must have at least {} characters</source>
        <translation>{}자 이상이어야 합니다</translation>
    </message>
    <message>
        <source>must have at least {} items</source>
        <translation>항목이 {}개 이상이어야 합니다</translation>
    </message>
    <message>
        <source>must have at least {} properties</source>
        <translation>속성이 {}개 이상이어야 합니다</translation>
    </message>
    <message>
        <source>must have at most 1 character</source>
        <translation>1자 이하여야 합니다</translation>
    </message>
    <message>
        <source>must have at most 1 item</source>
        <translation>항목이 1개 이하여야 합니다</translation>
    </message>
    <message>
        <source>must have at most 1 property</source>
        <translation>속성이 1개 이하여야 합니다</translation>
    </message>
    <message>
        <source>must have at most {} characters</source>
        <translation>{}자 이하여야 합니다</translation>
    </message>
    <message>
        <source>must have at most {} items</source>
        <translation>항목이 {}개 이하여야 합니다</translation>
    </message>
    <message>
        <source>must have at most {} properties</source>
        <translation>속성이 {}개 이하여야 합니다</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>비어 있으면 안 됩니다</translation>
    </message>
    <message>
        <source>must not have duplicate items</source>
        <translation>중복 항목이 있으면 안 됩니다</translation>
    </message>
    <message>
        <source>must not match what the schema excludes: {schema}</source>
        <translation>스키마가 제외한 것이면 안 됩니다: {schema}</translation>
    </message>
    <message>
        <source>nested deeper than {max_value_depth} levels: not checked</source>
        <translation>{max_value_depth}단계보다 깊음: 점검하지 않음</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>너무 깊이 중첩되어 읽을 수 없음</translation>
    </message>
    <message>
        <source>nextCursor is {cursor}, which is not a string</source>
        <translation>nextCursor가 문자열이 아닙니다: {cursor}</translation>
    </message>
    <message>
        <source>no acknowledgement within {patience_s} s</source>
        <translation>{patience_s}초 안에 확인 없음</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>데이터 없음</translation>
    </message>
    <message>
        <source>no message</source>
        <translation>메시지 없음</translation>
    </message>
    <message>
        <source>no metadata of the authorization server {issuer} was found, at none of its places</source>
        <translation>인가 서버 {issuer}의 메타데이터를 어느 위치에서도 찾지 못했습니다</translation>
    </message>
    <message>
        <source>no metadata of the protected resource was found, at none of its places</source>
        <translation>보호된 리소스의 메타데이터를 어느 위치에서도 찾지 못했습니다</translation>
    </message>
    <message>
        <source>no probe was sent</source>
        <translation>탐색 요청을 보내지 않음</translation>
    </message>
    <message>
        <source>no request with id {id} was sent</source>
        <translation>id가 {id}인 요청을 보낸 적이 없음</translation>
    </message>
    <message>
        <source>no response</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>no response recorded</source>
        <translation>기록된 응답 없음</translation>
    </message>
    <message>
        <source>no response to the WebSocket handshake</source>
        <translation>WebSocket 핸드셰이크에 응답 없음</translation>
    </message>
    <message>
        <source>no response: {outcome}</source>
        <translation>응답 없음: {outcome}</translation>
    </message>
    <message>
        <source>no result on this connection has requested input yet: call a tool that does, first</source>
        <translation>이 연결에서 입력을 요청한 결과가 아직 없습니다. 먼저 그런 도구를 호출하세요</translation>
    </message>
    <message>
        <source>no route to host</source>
        <translation>호스트로 가는 경로 없음</translation>
    </message>
    <message>
        <source>no scope</source>
        <translation>scope 없음</translation>
    </message>
    <message>
        <source>no status</source>
        <translation>상태가 없습니다</translation>
    </message>
    <message>
        <source>no subscriptions/listen has the id {id}</source>
        <translation>id가 {id}인 subscriptions/listen이 없습니다</translation>
    </message>
    <message>
        <source>no such message came</source>
        <translation>그런 메시지가 오지 않음</translation>
    </message>
    <message>
        <source>no text block holds the JSON of structuredContent</source>
        <translation>structuredContent의 JSON이 담긴 text 블록이 없습니다</translation>
    </message>
    <message>
        <source>no text says what the values of {argument} of the tool {name} mean: {values}</source>
        <translation>도구 {name}의 {argument} 값이 무엇을 뜻하는지 설명이 없습니다: {values}</translation>
    </message>
    <message>
        <source>no text says where to get {argument}, which is required by {names}</source>
        <translation>{names}에 필요한 {argument}을(를) 어디에서 얻는지 설명이 없습니다</translation>
    </message>
    <message>
        <source>no tool of this server requires an argument</source>
        <translation>이 서버에는 인수가 필요한 도구가 없습니다</translation>
    </message>
    <message>
        <source>no {} was sent</source>
        <translation>{}을(를) 보내지 않음</translation>
    </message>
    <message>
        <source>not JSON at byte {position}: {words}</source>
        <translation>{position}번째 바이트에서 JSON이 아님: {words}</translation>
    </message>
    <message>
        <source>not JSON: line {line}, column {column}</source>
        <translation>JSON이 아님: {line}번째 줄, {column}번째 칸</translation>
    </message>
    <message>
        <source>not JSON: looks like HTML or XML</source>
        <translation>JSON이 아님: HTML이나 XML로 보임</translation>
    </message>
    <message>
        <source>not JSON: {error}</source>
        <translation>JSON 아님: {error}</translation>
    </message>
    <message>
        <source>not JSON: {words}</source>
        <translation>JSON이 아님: {words}</translation>
    </message>
    <message>
        <source>not UTF-8 at byte {start}</source>
        <translation>{start}번째 바이트가 UTF-8이 아님</translation>
    </message>
    <message>
        <source>not a HAR entry: {error}</source>
        <translation>HAR의 항목이 아님: {error}</translation>
    </message>
    <message>
        <source>not a record: {error}</source>
        <translation>레코드가 아님: {error}</translation>
    </message>
    <message>
        <source>not allowed by the schema</source>
        <translation>스키마가 허용하지 않음</translation>
    </message>
    <message>
        <source>not an entry of the export: {error}</source>
        <translation>내보낸 파일의 항목이 아님: {error}</translation>
    </message>
    <message>
        <source>not complete within {whole_s} s</source>
        <translation>{whole_s}초 안에 끝나지 않음</translation>
    </message>
    <message>
        <source>not complied</source>
        <translation>준수하지 않음</translation>
    </message>
    <message>
        <source>not sent: the connection is closed</source>
        <translation>보내지 않음: 연결이 닫혀 있음</translation>
    </message>
    <message>
        <source>not sent: the server&apos;s stdin is closed</source>
        <translation>보내지 않음: 서버의 stdin이 닫혀 있음</translation>
    </message>
    <message>
        <source>notifications/cancelled for an id that was never used.</source>
        <translation>쓴 적 없는 id에 대한 notifications/cancelled입니다.</translation>
    </message>
    <message>
        <source>notifications/progress with a token the server never provided.</source>
        <translation>서버가 준 적 없는 토큰의 notifications/progress입니다.</translation>
    </message>
    <message>
        <source>notifications/tasks about a task that this subscription did not acknowledge</source>
        <translation>이 구독이 확인하지 않은 작업에 대한 notifications/tasks</translation>
    </message>
    <message>
        <source>notifications/tasks without a subscriptionId</source>
        <translation>subscriptionId 없는 notifications/tasks</translation>
    </message>
    <message>
        <source>offline_access is asked for; it is not a scope of a resource</source>
        <translation>offline_access를 요구합니다. 이는 리소스의 스코프가 아닙니다</translation>
    </message>
    <message>
        <source>on one line</source>
        <translation>한 줄에</translation>
    </message>
    <message>
        <source>one message spans {count} lines; write it without line breaks</source>
        <translation>메시지 하나가 {count}줄에 걸쳐 있습니다. 줄 바꿈 없이 출력하세요</translation>
    </message>
    <message>
        <source>only for revision {revisions}</source>
        <translation>개정판 {revisions}에만</translation>
    </message>
    <message>
        <source>only over {transports}</source>
        <translation>{transports}에만</translation>
    </message>
    <message>
        <source>only the beginning could be saved</source>
        <translation>앞부분만 저장할 수 있었음</translation>
    </message>
    <message>
        <source>only the beginning was saved: {why}</source>
        <translation>앞부분만 저장됨: {why}</translation>
    </message>
    <message>
        <source>only the first {batch_members} are shown separately</source>
        <translation>처음 {batch_members}개만 따로 표시함</translation>
    </message>
    <message>
        <source>only with --probe all</source>
        <translation>--probe all에서만</translation>
    </message>
    <message>
        <source>params must be an object</source>
        <translation>params는 객체여야 합니다</translation>
    </message>
    <message>
        <source>ping of {size} bytes, answered with a pong</source>
        <translation>{size}바이트의 ping, pong으로 응답함</translation>
    </message>
    <message>
        <source>plain {scheme} to {host}: anyone in between can read and change it</source>
        <translation>{host}(으)로 가는 암호화 없는 {scheme}: 중간의 누구나 읽고 바꿀 수 있습니다</translation>
    </message>
    <message>
        <source>polling stopped after {failures} failures: {text}</source>
        <translation>{failures}번 실패하여 폴링을 중지함: {text}</translation>
    </message>
    <message>
        <source>priority is {priority}; it goes from 0 to 1</source>
        <translation>priority가 {priority}입니다. 0에서 1까지여야 합니다</translation>
    </message>
    <message>
        <source>private_key_jwt is supported, but no signing algorithm is listed</source>
        <translation>private_key_jwt를 지원하지만 서명 알고리즘이 목록에 없습니다</translation>
    </message>
    <message>
        <source>process {pids}</source>
        <translation>프로세스 {pids}</translation>
    </message>
    <message>
        <source>process {pid} does not exit, even after SIGKILL</source>
        <translation>프로세스 {pid}이(가) SIGKILL 뒤에도 종료되지 않음</translation>
    </message>
    <message>
        <source>progress for token {token}, which no request of the client has</source>
        <translation>클라이언트의 어떤 요청에도 없는 토큰 {token}의 진행률</translation>
    </message>
    <message>
        <source>progress for token {token}, whose request is over</source>
        <translation>요청이 이미 끝난 토큰 {token}의 진행률</translation>
    </message>
    <message>
        <source>progress must be a number; it is {value}</source>
        <translation>progress는 숫자여야 하는데 {value}입니다</translation>
    </message>
    <message>
        <source>progress {value} after {before}</source>
        <translation>{before} 다음에 온 진행률 {value}</translation>
    </message>
    <message>
        <source>progress {value} of {total}</source>
        <translation>전체 {total} 중 진행률 {value}</translation>
    </message>
    <message>
        <source>progressToken must be a string or an integer; it is {value}</source>
        <translation>progressToken은 문자열이나 정수여야 하는데 {value}입니다</translation>
    </message>
    <message>
        <source>prompt {name} stands twice in the list</source>
        <translation>프롬프트 {name}이(가) 목록에 두 번 있습니다</translation>
    </message>
    <message>
        <source>prompt {prompt} came without its required {name}</source>
        <translation>프롬프트 {prompt}이(가) 필수 인수 {name} 없이도 왔습니다</translation>
    </message>
    <message>
        <source>prompt {prompt} has argument {name} twice</source>
        <translation>프롬프트 {prompt}에 인수 {name}이(가) 두 번 있습니다</translation>
    </message>
    <message>
        <source>reading {}</source>
        <translation>{} 읽는 중</translation>
    </message>
    <message>
        <source>received a browser response with a different state: ignored</source>
        <translation>브라우저에서 state가 다른 응답을 받음: 무시함</translation>
    </message>
    <message>
        <source>rejected by the proxy</source>
        <translation>프록시가 거부함</translation>
    </message>
    <message>
        <source>rejected: compressed, although that was not requested</source>
        <translation>거부함: 요청하지 않았는데 압축되어 옴</translation>
    </message>
    <message>
        <source>rejected: redirects to another origin, {target}</source>
        <translation>거부함: 다른 출처 {target}(으)로 리디렉션함</translation>
    </message>
    <message>
        <source>replaced by a changed subscription</source>
        <translation>변경된 구독으로 대체됨</translation>
    </message>
    <message>
        <source>request {id} already has a response</source>
        <translation>요청 {id}에 이미 응답이 있습니다</translation>
    </message>
    <message>
        <source>requestState is {state}, which is not a string</source>
        <translation>requestState가 문자열이 아닙니다: {state}</translation>
    </message>
    <message>
        <source>required</source>
        <translation>필수입니다</translation>
    </message>
    <message>
        <source>required because of another property</source>
        <translation>다른 속성 때문에 필수입니다</translation>
    </message>
    <message>
        <source>resource is {resource}, which is not the server at {target}</source>
        <translation>resource가 {resource}(으)로, {target}의 서버가 아닙니다</translation>
    </message>
    <message>
        <source>resources/updated, although resources.subscribe is not declared</source>
        <translation>resources.subscribe를 선언하지 않았는데 온 resources/updated</translation>
    </message>
    <message>
        <source>response has id {text} instead of {candidate}</source>
        <translation>응답의 id가 {candidate} 대신 {text}임</translation>
    </message>
    <message>
        <source>response stream broke; request sent again with a new id</source>
        <translation>응답 스트림이 끊겨 새 id로 요청을 다시 보냄</translation>
    </message>
    <message>
        <source>response to our notification {notified_last}; notifications get no response</source>
        <translation>우리 알림 {notified_last}에 응답합니다. 알림에는 응답하지 않습니다</translation>
    </message>
    <message>
        <source>response to request {id} on a stream that did not carry it</source>
        <translation>이 스트림에서 보내지 않은 요청 {id}에 대한 응답</translation>
    </message>
    <message>
        <source>response to {id} after it was cancelled or timed out</source>
        <translation>{id}이(가) 취소되거나 시간이 초과된 뒤에 온 응답</translation>
    </message>
    <message>
        <source>result must be an object; it starts with {start}</source>
        <translation>result는 객체여야 하는데 {start}(으)로 시작합니다</translation>
    </message>
    <message>
        <source>resultType {kind} is not known</source>
        <translation>알 수 없는 resultType입니다: {kind}</translation>
    </message>
    <message>
        <source>revision {era}</source>
        <translation>개정판 {era}</translation>
    </message>
    <message>
        <source>revision {}: the server chose {}</source>
        <translation>개정판 {}: 서버가 고른 개정판 {}</translation>
    </message>
    <message>
        <source>revision {}: {}</source>
        <translation>개정판 {}: {}</translation>
    </message>
    <message>
        <source>role is {role}; it is user or assistant</source>
        <translation>role이 {role}입니다. user 또는 assistant여야 합니다</translation>
    </message>
    <message>
        <source>running the official suite for revision {}</source>
        <translation>개정판 {}의 공식 적합성 검사를 실행하는 중</translation>
    </message>
    <message>
        <source>saved to a separate file</source>
        <translation>별도 파일에 저장됨</translation>
    </message>
    <message>
        <source>sending the probe {}</source>
        <translation>탐색 요청 {} 보내는 중</translation>
    </message>
    <message>
        <source>sent SIGKILL to {pids}</source>
        <translation>{pids}에 SIGKILL을 보냄</translation>
    </message>
    <message>
        <source>sent SIGKILL to {pids}, which held its output open</source>
        <translation>출력을 열어 두고 있던 {pids}에 SIGKILL을 보냄</translation>
    </message>
    <message>
        <source>sent SIGTERM to {pids}</source>
        <translation>{pids}에 SIGTERM을 보냄</translation>
    </message>
    <message>
        <source>server closed the WebSocket</source>
        <translation>서버가 WebSocket을 닫음</translation>
    </message>
    <message>
        <source>server closed the connection during server/discover; reconnected for initialize</source>
        <translation>server/discover 도중 서버가 연결을 닫아 initialize를 위해 다시 연결함</translation>
    </message>
    <message>
        <source>server confirmed the close</source>
        <translation>서버가 닫기를 확인함</translation>
    </message>
    <message>
        <source>server exited ({exit_text})</source>
        <translation>서버 종료({exit_text})</translation>
    </message>
    <message>
        <source>server exited during server/discover; restarted for initialize</source>
        <translation>server/discover 도중 서버가 종료되어 initialize를 위해 다시 시작함</translation>
    </message>
    <message>
        <source>server exited while requests were pending ({count}); the first is {method}</source>
        <translation>요청 {count}개가 대기 중인데 서버가 종료됨. 첫 번째는 {method}</translation>
    </message>
    <message>
        <source>server exited, {how}, {when}</source>
        <translation>서버 종료, {how}, {when}</translation>
    </message>
    <message>
        <source>server requests input</source>
        <translation>서버가 입력을 요청함</translation>
    </message>
    <message>
        <source>server requires a new nonce in the DPoP proof; sent again with it</source>
        <translation>서버가 DPoP 증명에 새 nonce를 요구하여 다시 보냄</translation>
    </message>
    <message>
        <source>server requires revision {revision}; request repeated with it</source>
        <translation>서버가 개정판 {revision}을(를) 요구하여 그 개정판으로 요청을 반복함</translation>
    </message>
    <message>
        <source>server responded {status} and redirects to {location}; not followed</source>
        <translation>서버가 {status}(으)로 응답하고 {location}(으)로 리디렉션함. 따라가지 않음</translation>
    </message>
    <message>
        <source>server/discover got {outcome}</source>
        <translation>server/discover의 결과: {outcome}</translation>
    </message>
    <message>
        <source>server/discover is not found</source>
        <translation>server/discover를 찾을 수 없습니다</translation>
    </message>
    <message>
        <source>server/discover responded and offers {revision}</source>
        <translation>server/discover가 응답했고 {revision}을(를) 제시함</translation>
    </message>
    <message>
        <source>serverInfo.{name} must be a string</source>
        <translation>serverInfo.{name}은(는) 문자열이어야 합니다</translation>
    </message>
    <message>
        <source>session expired on the server</source>
        <translation>서버에서 세션이 만료됨</translation>
    </message>
    <message>
        <source>session expired on the server; started a new one and sent the request again</source>
        <translation>서버에서 세션이 만료되어 새 세션을 시작하고 요청을 다시 보냄</translation>
    </message>
    <message>
        <source>setting the log level</source>
        <translation>로그 수준을 설정하는 중</translation>
    </message>
    <message>
        <source>several JSON documents on one line, or text after one</source>
        <translation>한 줄에 JSON 문서가 여럿이거나 뒤에 텍스트가 있음</translation>
    </message>
    <message>
        <source>signed out</source>
        <translation>로그아웃함</translation>
    </message>
    <message>
        <source>signed out: the authorization server no longer refreshes the token</source>
        <translation>로그아웃됨: 인가 서버가 토큰을 더 이상 갱신하지 않음</translation>
    </message>
    <message>
        <source>started {line} as process {pid}</source>
        <translation>{line}을(를) 프로세스 {pid}(으)로 시작함</translation>
    </message>
    <message>
        <source>status is {status}, but there is no outcome</source>
        <translation>상태가 {status}인데 결과가 없음</translation>
    </message>
    <message>
        <source>status {status} for a request, which requires a response</source>
        <translation>응답이 필요한 요청에 상태 {status}을(를) 보냄</translation>
    </message>
    <message>
        <source>status {status} requires a JSON-RPC error as its body</source>
        <translation>상태 {status}의 본문은 JSON-RPC 오류여야 합니다</translation>
    </message>
    <message>
        <source>stderr is not UTF-8 at byte {start} of this line</source>
        <translation>stderr의 이 줄 {start}번째 바이트가 UTF-8이 아님</translation>
    </message>
    <message>
        <source>stdout contains something that is not an MCP message; write it to stderr instead</source>
        <translation>stdout에 MCP 메시지가 아닌 것이 있습니다. stderr에 출력하세요</translation>
    </message>
    <message>
        <source>still rejected ({status}) with a token issued for this request</source>
        <translation>이 요청을 위해 발급된 토큰도 거부됨({status})</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>중지됨</translation>
    </message>
    <message>
        <source>stream ended without a response</source>
        <translation>응답 없이 스트림이 끝남</translation>
    </message>
    <message>
        <source>structuredContent is {value}, not an object</source>
        <translation>structuredContent가 객체가 아닙니다: {value}</translation>
    </message>
    <message>
        <source>structuredContent of {name} does not match its outputSchema at {pointer}: {problem}</source>
        <translation>{name}의 structuredContent가 {pointer}에서 outputSchema와 맞지 않습니다: {problem}</translation>
    </message>
    <message>
        <source>subscribing to {}</source>
        <translation>{} 구독 중</translation>
    </message>
    <message>
        <source>subscription id {id} has a different JSON type than the request&apos;s</source>
        <translation>구독 id {id}의 JSON 형식이 요청의 것과 다릅니다</translation>
    </message>
    <message>
        <source>subscription {id} was dropped ({dropped}); retrying in {pause_s} s</source>
        <translation>구독 {id} 끊김({dropped}). {pause_s}초 뒤 재시도</translation>
    </message>
    <message>
        <source>subscriptions/listen with only {unknown_type}.</source>
        <translation>{unknown_type}만 있는 subscriptions/listen입니다.</translation>
    </message>
    <message>
        <source>supportedVersions is empty</source>
        <translation>supportedVersions가 비어 있습니다</translation>
    </message>
    <message>
        <source>supportedVersions is without {version}, to which the server just answered</source>
        <translation>서버가 방금 응답한 {version}이(가) supportedVersions에 없습니다</translation>
    </message>
    <message>
        <source>supportedVersions must be a list of versions; it is {value}</source>
        <translation>supportedVersions는 버전 목록이어야 하는데 {value}입니다</translation>
    </message>
    <message>
        <source>task {id} · {status}</source>
        <translation>작업 {id} · {status}</translation>
    </message>
    <message>
        <source>taskId is not a string with content</source>
        <translation>taskId가 비어 있지 않은 문자열이 아닙니다</translation>
    </message>
    <message>
        <source>tasks/get does not know the task that was just created</source>
        <translation>tasks/get이 방금 만든 작업을 모릅니다</translation>
    </message>
    <message>
        <source>tasks/result responded before the task had ended</source>
        <translation>작업이 끝나기 전에 tasks/result가 응답함</translation>
    </message>
    <message>
        <source>tasks/update for “{key}” was rejected</source>
        <translation>“{key}”에 대한 tasks/update가 거부됨</translation>
    </message>
    <message>
        <source>the 401 has no WWW-Authenticate with resource_metadata</source>
        <translation>401에 resource_metadata가 있는 WWW-Authenticate가 없습니다</translation>
    </message>
    <message>
        <source>the 403 does not name {missing}</source>
        <translation>403에 {missing}이(가) 명시되어 있지 않습니다</translation>
    </message>
    <message>
        <source>the SSE stream</source>
        <translation>SSE 스트림</translation>
    </message>
    <message>
        <source>the URL has an e-mail address in {name}</source>
        <translation>URL의 {name}에 이메일 주소가 있습니다</translation>
    </message>
    <message>
        <source>the URL has the parameter {name}, a secret</source>
        <translation>URL에 비밀 값인 매개변수 {name}이(가) 있습니다</translation>
    </message>
    <message>
        <source>the URL holds a password</source>
        <translation>URL에 비밀번호가 들어 있습니다</translation>
    </message>
    <message>
        <source>the WebSocket broke</source>
        <translation>WebSocket이 끊김</translation>
    </message>
    <message>
        <source>the _meta key {key} is none of the specification</source>
        <translation>_meta 키 {key}은(는) 사양에 없습니다</translation>
    </message>
    <message>
        <source>the _meta key {key} is not well formed</source>
        <translation>_meta 키 {key}의 형식이 올바르지 않습니다</translation>
    </message>
    <message>
        <source>the answer to “{key}” was not acknowledged: {error}</source>
        <translation>“{key}”에 대한 답이 확인되지 않음: {error}</translation>
    </message>
    <message>
        <source>the authorization server does not advertise iss in its responses</source>
        <translation>인가 서버가 응답에 iss를 넣는다고 알리지 않습니다</translation>
    </message>
    <message>
        <source>the authorization server only offers Dynamic Client Registration, which is deprecated</source>
        <translation>인가 서버가 지원 중단된(deprecated) Dynamic Client Registration만 제공합니다</translation>
    </message>
    <message>
        <source>the authorization server only takes clients that were registered by hand</source>
        <translation>인가 서버가 수동으로 등록한 클라이언트만 받습니다</translation>
    </message>
    <message>
        <source>the batch is empty</source>
        <translation>배치가 비어 있음</translation>
    </message>
    <message>
        <source>the batch mixes responses with requests or notifications</source>
        <translation>배치에 응답과 요청이나 알림이 섞여 있음</translation>
    </message>
    <message>
        <source>the body must be a single JSON object, not an array or several objects</source>
        <translation>본문은 배열이나 여러 객체가 아니라 JSON 객체 하나여야 합니다</translation>
    </message>
    <message>
        <source>the body of an HTTP error, not a JSON-RPC message</source>
        <translation>JSON-RPC 메시지가 아닌, HTTP 오류의 본문</translation>
    </message>
    <message>
        <source>the call became a task, although the request did not declare the tasks extension</source>
        <translation>요청이 tasks 확장을 선언하지 않았는데 호출이 작업이 되었습니다</translation>
    </message>
    <message>
        <source>the call became a task, although the tool does not list taskSupport</source>
        <translation>도구에 taskSupport가 없는데 호출이 작업이 되었습니다</translation>
    </message>
    <message>
        <source>the capability tasks is of 2025-11-25; it is an extension now</source>
        <translation>기능(capability) tasks는 2025-11-25의 것입니다. 지금은 확장입니다</translation>
    </message>
    <message>
        <source>the capability {name} must be an object; it is {value}</source>
        <translation>기능(capability) {name}은(는) 객체여야 하는데 {value}입니다</translation>
    </message>
    <message>
        <source>the capability {name} must be true or false; it is {value}</source>
        <translation>기능(capability) {name}은(는) true나 false여야 하는데 {value}입니다</translation>
    </message>
    <message>
        <source>the client did not declare elicitation with mode {mode}</source>
        <translation>클라이언트가 {mode} 방식의 elicitation을 선언하지 않았습니다</translation>
    </message>
    <message>
        <source>the client did not subscribe to {uri}</source>
        <translation>클라이언트가 구독하지 않은 리소스입니다: {uri}</translation>
    </message>
    <message>
        <source>the closing result lacks the subscription id</source>
        <translation>종료 결과에 구독 id가 없음</translation>
    </message>
    <message>
        <source>the completion has {count} values</source>
        <translation>completion에 값이 {count}개 있습니다</translation>
    </message>
    <message>
        <source>the connection broke during the response</source>
        <translation>응답 도중에 연결이 끊김</translation>
    </message>
    <message>
        <source>the connection closed inside this message</source>
        <translation>이 메시지 안에서 연결이 닫힘</translation>
    </message>
    <message>
        <source>the connection closed while a task was being followed</source>
        <translation>작업을 지켜보는 동안 연결이 닫힘</translation>
    </message>
    <message>
        <source>the connection closed without a close frame</source>
        <translation>닫기 프레임 없이 연결이 닫힘</translation>
    </message>
    <message>
        <source>the connection is over: only the beginning of the list is kept</source>
        <translation>연결이 끝났으므로 목록의 앞부분만 보관함</translation>
    </message>
    <message>
        <source>the connection is over: the rest was not asked</source>
        <translation>연결이 끝나 나머지는 묻지 않았습니다</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>연결이 닫힘</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>연결이 끊김</translation>
    </message>
    <message>
        <source>the content of a message is an array, which came with 2025-11-25</source>
        <translation>메시지의 content가 배열입니다. 이는 2025-11-25에서 도입되었습니다</translation>
    </message>
    <message>
        <source>the content of the result is {value}, not an array</source>
        <translation>결과의 content가 배열이 아닙니다: {value}</translation>
    </message>
    <message>
        <source>the content type is {found}; it must be application/json or text/event-stream</source>
        <translation>content type이 {found}입니다. application/json이나 text/event-stream이어야 합니다</translation>
    </message>
    <message>
        <source>the contents have both text and blob</source>
        <translation>contents에 text와 blob이 둘 다 있습니다</translation>
    </message>
    <message>
        <source>the contents have neither text nor blob</source>
        <translation>contents에 text도 blob도 없습니다</translation>
    </message>
    <message>
        <source>the contents have no uri</source>
        <translation>contents에 uri가 없습니다</translation>
    </message>
    <message>
        <source>the default of the field {name} does not fit it</source>
        <translation>필드 {name}의 기본값이 필드와 맞지 않습니다</translation>
    </message>
    <message>
        <source>the description of {name} only repeats the name</source>
        <translation>{name}의 설명이 이름을 되풀이할 뿐입니다</translation>
    </message>
    <message>
        <source>the endpoint event contains no URI</source>
        <translation>endpoint 이벤트에 URI가 없습니다</translation>
    </message>
    <message>
        <source>the endpoint is on another origin ({netloc}); messages are not sent there</source>
        <translation>엔드포인트가 다른 출처({netloc})에 있어 메시지를 보내지 않습니다</translation>
    </message>
    <message>
        <source>the error has no id although the request was readable</source>
        <translation>요청을 읽을 수 있었는데 오류에 id가 없습니다</translation>
    </message>
    <message>
        <source>the error has no id; this revision requires one</source>
        <translation>오류에 id가 없습니다. 이 개정판은 요구합니다</translation>
    </message>
    <message>
        <source>the error of the tool {name} {why}</source>
        <translation>도구 {name}의 오류가 {why}</translation>
    </message>
    <message>
        <source>the error response has id {id}, which no request used; it needs no id</source>
        <translation>오류 응답의 id {id}을(를) 쓴 요청이 없습니다. id가 없어도 됩니다</translation>
    </message>
    <message>
        <source>the error that answers initialize names no version</source>
        <translation>initialize에 응답한 오류에 버전이 없습니다</translation>
    </message>
    <message>
        <source>the event has id or retry; modern streams cannot be resumed</source>
        <translation>이벤트에 id나 retry가 있습니다. 신형 스트림은 이어받을 수 없습니다</translation>
    </message>
    <message>
        <source>the event is named {name}; clients only read message events</source>
        <translation>이벤트의 이름이 {name}입니다. 클라이언트는 message 이벤트만 읽습니다</translation>
    </message>
    <message>
        <source>the field {name} has the format {format}</source>
        <translation>필드 {name}의 format이 {format}입니다</translation>
    </message>
    <message>
        <source>the field {name} has {values} enum and {names} enumNames</source>
        <translation>필드 {name}에 enum은 {values}개, enumNames는 {names}개 있습니다</translation>
    </message>
    <message>
        <source>the field {name} is not of a primitive type</source>
        <translation>필드 {name}이(가) 기본 형식이 아닙니다</translation>
    </message>
    <message>
        <source>the field {name} looks as if it asks for a secret</source>
        <translation>필드 {name}이(가) 비밀 값을 묻는 것으로 보입니다</translation>
    </message>
    <message>
        <source>the file ends without a response</source>
        <translation>응답 없이 파일이 끝남</translation>
    </message>
    <message>
        <source>the first event of the stream must be endpoint</source>
        <translation>스트림의 첫 이벤트는 endpoint여야 합니다</translation>
    </message>
    <message>
        <source>the form has no requestedSchema</source>
        <translation>양식에 requestedSchema가 없습니다</translation>
    </message>
    <message>
        <source>the icon is fetched from {host}, not from {own}</source>
        <translation>아이콘을 {own}이(가) 아니라 {host}에서 가져옵니다</translation>
    </message>
    <message>
        <source>the icon {source} is no https or data URI</source>
        <translation>아이콘 {source}이(가) https URI나 data URI가 아닙니다</translation>
    </message>
    <message>
        <source>the icon {source} is not on {host}</source>
        <translation>아이콘 {source}이(가) {host}에 있지 않습니다</translation>
    </message>
    <message>
        <source>the icon {source} is plain http; clients do not show it</source>
        <translation>아이콘 {source}이(가) 일반 http입니다. 클라이언트는 표시하지 않습니다</translation>
    </message>
    <message>
        <source>the icon {src} is fetched without TLS</source>
        <translation>아이콘 {src}을(를) TLS 없이 가져옵니다</translation>
    </message>
    <message>
        <source>the icon {src} is no https: or data: URL of an image</source>
        <translation>아이콘 {src}은(는) https: URL도, 이미지의 data: URL도 아닙니다</translation>
    </message>
    <message>
        <source>the id is null; requests and results require a string or a number</source>
        <translation>id가 null입니다. 요청과 결과에는 문자열이나 숫자가 필요합니다</translation>
    </message>
    <message>
        <source>the inputSchema of the tool {name} requires {wanted}, which properties does not define</source>
        <translation>도구 {name}의 inputSchema가 요구하는 {wanted}이(가) properties에 정의되어 있지 않습니다</translation>
    </message>
    <message>
        <source>the issuer is {said}, the one used is {used}</source>
        <translation>issuer가 {said}인데 사용한 것은 {used}입니다</translation>
    </message>
    <message>
        <source>the key {key} of inputRequests was used before</source>
        <translation>inputRequests의 키 {key}은(는) 전에 썼습니다</translation>
    </message>
    <message>
        <source>the last line before the exit has no newline; many clients drop it</source>
        <translation>종료 전 마지막 줄에 줄 바꿈이 없습니다. 많은 클라이언트가 버립니다</translation>
    </message>
    <message>
        <source>the line ends with CR LF; the delimiter is LF</source>
        <translation>줄이 CR LF로 끝납니다. 구분자는 LF 하나입니다</translation>
    </message>
    <message>
        <source>the line starts with a byte order mark</source>
        <translation>줄이 바이트 순서 표시로 시작합니다</translation>
    </message>
    <message>
        <source>the list has more pages than a walk may take: it was ended there</source>
        <translation>목록의 쪽이 한 번에 가져올 수 있는 것보다 많아 거기서 끝냈습니다</translation>
    </message>
    <message>
        <source>the list is larger than a walk may take: it was ended there</source>
        <translation>목록이 한 번에 가져올 수 있는 크기보다 커서 거기서 끝냄</translation>
    </message>
    <message>
        <source>the listening stream</source>
        <translation>수신 스트림</translation>
    </message>
    <message>
        <source>the listening stream ended {most_listening} times without a message; not retried</source>
        <translation>수신 스트림이 메시지 없이 {most_listening}번 종료됨. 재시도하지 않음</translation>
    </message>
    <message>
        <source>the log does not contain the whole message</source>
        <translation>로그에 이 메시지가 온전히 있지 않음</translation>
    </message>
    <message>
        <source>the log mentions this message without its content</source>
        <translation>로그에 이 메시지의 이름만 있고 내용이 없음</translation>
    </message>
    <message>
        <source>the log message seems to hold {kind}</source>
        <translation>로그 메시지에 다음이 들어 있는 것으로 보입니다: {kind}</translation>
    </message>
    <message>
        <source>the login shell {shell} is not supported</source>
        <translation>지원하지 않는 로그인 셸 {shell}</translation>
    </message>
    <message>
        <source>the message cannot be read: {note}</source>
        <translation>메시지를 읽을 수 없음: {note}</translation>
    </message>
    <message>
        <source>the message has an id, but no method, result or error</source>
        <translation>메시지에 id가 있지만 method도 result도 error도 없습니다</translation>
    </message>
    <message>
        <source>the message has no method, result or error</source>
        <translation>메시지에 method도 result도 error도 없습니다</translation>
    </message>
    <message>
        <source>the message is a bare value; a JSON-RPC message is an object</source>
        <translation>메시지가 값 하나뿐입니다. JSON-RPC 메시지는 객체입니다</translation>
    </message>
    <message>
        <source>the message mixes method with result or error</source>
        <translation>메시지에 method와 result나 error가 섞여 있습니다</translation>
    </message>
    <message>
        <source>the mimeType is {mime}, but the data begins like {proven}</source>
        <translation>mimeType이 {mime}인데 데이터의 시작은 {proven} 같습니다</translation>
    </message>
    <message>
        <source>the mimeType is {mime}, but the data does not begin like it</source>
        <translation>mimeType이 {mime}인데 데이터의 시작이 그와 다릅니다</translation>
    </message>
    <message>
        <source>the name of a tool is empty</source>
        <translation>도구의 이름이 비어 있습니다</translation>
    </message>
    <message>
        <source>the name of the tool {name} has the character {wrong}</source>
        <translation>도구 {name}의 이름에 문자 {wrong}이(가) 있습니다</translation>
    </message>
    <message>
        <source>the name of the tool {name} has {count} characters; 128 are allowed</source>
        <translation>도구 {name}의 이름이 {count}자입니다. 128자까지 허용됩니다</translation>
    </message>
    <message>
        <source>the name “{instance}” {words}</source>
        <translation>이름 “{instance}”: {words}</translation>
    </message>
    <message>
        <source>the new task is {status}, not working</source>
        <translation>새 작업이 working이 아니라 {status}입니다</translation>
    </message>
    <message>
        <source>the next page could not be fetched</source>
        <translation>다음 쪽을 가져올 수 없었습니다</translation>
    </message>
    <message>
        <source>the page is empty, and nextCursor says that more follows</source>
        <translation>페이지가 비어 있는데 nextCursor는 더 있다고 합니다</translation>
    </message>
    <message>
        <source>the prefix of the _meta key {key} is reserved</source>
        <translation>_meta 키 {key}의 접두사는 예약되어 있습니다</translation>
    </message>
    <message>
        <source>the probes after {}: {}</source>
        <translation>{} 뒤의 탐색 요청: {}</translation>
    </message>
    <message>
        <source>the probes took too long</source>
        <translation>탐색 요청이 너무 오래 걸림</translation>
    </message>
    <message>
        <source>the probes: {}</source>
        <translation>탐색 요청: {}</translation>
    </message>
    <message>
        <source>the prompt has no messages</source>
        <translation>프롬프트에 messages가 없습니다</translation>
    </message>
    <message>
        <source>the proxy {where}</source>
        <translation>프록시 {where}</translation>
    </message>
    <message>
        <source>the proxy&apos;s response is incomplete</source>
        <translation>프록시의 응답이 불완전함</translation>
    </message>
    <message>
        <source>the question with mode url has no elicitationId</source>
        <translation>url 방식의 질문에 elicitationId가 없습니다</translation>
    </message>
    <message>
        <source>the question with mode url has no url</source>
        <translation>url 방식의 질문에 url이 없습니다</translation>
    </message>
    <message>
        <source>the request asks for input after {count} rounds</source>
        <translation>요청이 {count}회차 뒤에도 입력을 요구합니다</translation>
    </message>
    <message>
        <source>the request has a header that HTTP does not allow</source>
        <translation>요청에 HTTP가 허용하지 않는 헤더가 있음</translation>
    </message>
    <message>
        <source>the requestedSchema has no properties</source>
        <translation>requestedSchema에 properties가 없습니다</translation>
    </message>
    <message>
        <source>the requestedSchema is no schema of the type object</source>
        <translation>requestedSchema가 object 형식의 스키마가 아닙니다</translation>
    </message>
    <message>
        <source>the response cannot be read</source>
        <translation>응답을 읽을 수 없음</translation>
    </message>
    <message>
        <source>the response has both result and error</source>
        <translation>응답에 result와 error가 함께 있습니다</translation>
    </message>
    <message>
        <source>the response has id {id}, but the request in this POST had {other}</source>
        <translation>응답의 id가 {id}인데 이 POST의 요청은 {other}입니다</translation>
    </message>
    <message>
        <source>the response is larger than the limit</source>
        <translation>응답이 한도보다 큼</translation>
    </message>
    <message>
        <source>the response is not HTTP</source>
        <translation>응답이 HTTP가 아님</translation>
    </message>
    <message>
        <source>the response sets Mcp-Session-Id; the modern era has no sessions</source>
        <translation>응답이 Mcp-Session-Id를 설정합니다. 신형 세대에는 세션이 없습니다</translation>
    </message>
    <message>
        <source>the response&apos;s compression is corrupt</source>
        <translation>응답의 압축이 손상됨</translation>
    </message>
    <message>
        <source>the result does not name its task in _meta</source>
        <translation>결과의 _meta에 작업이 명시되어 있지 않습니다</translation>
    </message>
    <message>
        <source>the result embeds a resource, but the server does not declare resources</source>
        <translation>결과에 리소스가 들어 있는데 서버는 resources를 선언하지 않았습니다</translation>
    </message>
    <message>
        <source>the result has isError, although the task&apos;s status is completed</source>
        <translation>작업의 status가 completed인데 결과에 isError가 있습니다</translation>
    </message>
    <message>
        <source>the result has no _meta member {name} with name and version</source>
        <translation>결과에 name과 version이 있는 _meta 멤버 {name}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the result has no id, so it belongs to no request</source>
        <translation>결과에 id가 없어 어느 요청에도 속하지 않습니다</translation>
    </message>
    <message>
        <source>the result has no messages</source>
        <translation>결과에 messages가 없습니다</translation>
    </message>
    <message>
        <source>the result has no resultType</source>
        <translation>결과에 resultType이 없습니다</translation>
    </message>
    <message>
        <source>the result has no {name}</source>
        <translation>결과에 {name}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the result names no subscription</source>
        <translation>결과에 구독이 명시되어 있지 않습니다</translation>
    </message>
    <message>
        <source>the result names subscription {id}, not {asked}</source>
        <translation>결과에 명시된 구독이 {asked}이(가) 아니라 {id}입니다</translation>
    </message>
    <message>
        <source>the result names the task {named}, another one was asked for</source>
        <translation>결과에 명시된 작업은 {named}인데 요청한 것은 다른 작업입니다</translation>
    </message>
    <message>
        <source>the result of the tool has no content</source>
        <translation>도구의 결과에 content가 없습니다</translation>
    </message>
    <message>
        <source>the result of {method} has no cacheScope</source>
        <translation>{method}의 결과에 cacheScope가 없습니다</translation>
    </message>
    <message>
        <source>the result of {method} has no ttlMs</source>
        <translation>{method}의 결과에 ttlMs가 없습니다</translation>
    </message>
    <message>
        <source>the result of {method} has the member {more}; it is only an acknowledgement</source>
        <translation>{method}의 결과에 멤버 {more}이(가) 있습니다. 이 결과는 확인일 뿐입니다</translation>
    </message>
    <message>
        <source>the result of {name}, which has a view, says nothing in content</source>
        <translation>뷰가 있는 {name}의 결과의 content에 아무 내용이 없습니다</translation>
    </message>
    <message>
        <source>the result that requested input had no inputRequests</source>
        <translation>입력을 요청한 결과에 inputRequests가 없었습니다</translation>
    </message>
    <message>
        <source>the result that requested input had no requestState</source>
        <translation>입력을 요청한 결과에 requestState가 없었습니다</translation>
    </message>
    <message>
        <source>the resultType of {method} is {kind}, not complete</source>
        <translation>{method}의 resultType이 complete가 아니라 {kind}입니다</translation>
    </message>
    <message>
        <source>the revision has no such rule</source>
        <translation>이 개정판에는 그런 규칙이 없음</translation>
    </message>
    <message>
        <source>the root</source>
        <translation>루트</translation>
    </message>
    <message>
        <source>the same message was already sent on {other}</source>
        <translation>같은 메시지를 {other}에서 이미 보냈습니다</translation>
    </message>
    <message>
        <source>the sampling request has no maxTokens</source>
        <translation>샘플링 요청에 maxTokens가 없습니다</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>the server accepts connections at {address}</source>
        <translation>서버가 {address}에서도 연결을 받습니다</translation>
    </message>
    <message>
        <source>the server agreed on {version}, which has no initialize</source>
        <translation>서버가 initialize가 없는 {version}에 합의했습니다</translation>
    </message>
    <message>
        <source>the server agreed on {version}, which is no revision of MCP</source>
        <translation>서버가 MCP의 개정판이 아닌 {version}에 합의했습니다</translation>
    </message>
    <message>
        <source>the server already used id {id} for another request</source>
        <translation>서버가 id {id}을(를) 다른 요청에 이미 썼습니다</translation>
    </message>
    <message>
        <source>the server asked {method}, but the client did not declare {gate}</source>
        <translation>클라이언트가 {gate}을(를) 선언하지 않았는데 서버가 {method}을(를) 요청했습니다</translation>
    </message>
    <message>
        <source>the server cancelled {id}, but sent no request with that id</source>
        <translation>서버가 {id}을(를) 취소했지만 그 id의 요청을 보낸 적이 없습니다</translation>
    </message>
    <message>
        <source>the server cancelled {id}, which is no subscription</source>
        <translation>서버가 구독이 아닌 {id}을(를) 취소했습니다</translation>
    </message>
    <message>
        <source>the server chose a subprotocol that was not offered</source>
        <translation>서버가 제시하지 않은 하위 프로토콜을 고름</translation>
    </message>
    <message>
        <source>the server closed its stdin ({reason})</source>
        <translation>서버가 stdin을 닫음({reason})</translation>
    </message>
    <message>
        <source>the server closed the WebSocket</source>
        <translation>서버가 WebSocket을 닫음</translation>
    </message>
    <message>
        <source>the server closed the connection without responding</source>
        <translation>서버가 응답 없이 연결을 닫음</translation>
    </message>
    <message>
        <source>the server did not confirm the close within {grace_s} s</source>
        <translation>서버가 {grace_s}초 안에 닫기를 확인하지 않음</translation>
    </message>
    <message>
        <source>the server did not exit within {waited_s} s after its stdin was closed</source>
        <translation>stdin을 닫은 뒤 {waited_s}초 안에 서버가 종료되지 않았습니다</translation>
    </message>
    <message>
        <source>the server did not respond to it</source>
        <translation>서버가 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>the server did not respond to server/discover; clients that probe wait until they time out</source>
        <translation>서버가 server/discover에 응답하지 않았습니다. 탐색하는 클라이언트는 시간이 초과될 때까지 기다립니다</translation>
    </message>
    <message>
        <source>the server does not declare {}</source>
        <translation>서버가 {}을(를) 선언하지 않음</translation>
    </message>
    <message>
        <source>the server gave a cursor that it had given before: the walk was ended there</source>
        <translation>서버가 전에 준 커서를 다시 주어 거기서 끝냈습니다</translation>
    </message>
    <message>
        <source>the server has no lists</source>
        <translation>서버에 목록이 없습니다</translation>
    </message>
    <message>
        <source>the server has no {name}</source>
        <translation>서버에 {name}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the server no longer knows this task</source>
        <translation>서버가 이 작업을 더 이상 모릅니다</translation>
    </message>
    <message>
        <source>the server offers nothing of the kind</source>
        <translation>서버가 이런 것을 제공하지 않음</translation>
    </message>
    <message>
        <source>the server responds to the Host {host} as to its own</source>
        <translation>서버가 Host {host}에도 자기 호스트와 똑같이 응답합니다</translation>
    </message>
    <message>
        <source>the server sent the request {method}; since 2026-07-28 servers must not send requests</source>
        <translation>서버가 요청 {method}을(를) 보냈습니다. 2026-07-28부터 요청을 보내면 안 됩니다</translation>
    </message>
    <message>
        <source>the server stopped responding: the rest was not asked</source>
        <translation>서버가 더 이상 응답하지 않아 나머지는 묻지 않았습니다</translation>
    </message>
    <message>
        <source>the server violated the WebSocket protocol</source>
        <translation>서버가 WebSocket 프로토콜을 위반함</translation>
    </message>
    <message>
        <source>the server&apos;s message endpoint {endpoint} is on another origin; rejected</source>
        <translation>서버의 메시지 엔드포인트 {endpoint}의 출처가 달라 거부함</translation>
    </message>
    <message>
        <source>the session ended before the response arrived</source>
        <translation>응답이 오기 전에 세션이 끝남</translation>
    </message>
    <message>
        <source>the session id contains characters outside visible ASCII</source>
        <translation>세션 id에 보이는 ASCII가 아닌 문자가 있습니다</translation>
    </message>
    <message>
        <source>the session id is short or just a number; it must not be guessable</source>
        <translation>세션 id가 짧거나 단순한 숫자입니다. 추측할 수 없어야 합니다</translation>
    </message>
    <message>
        <source>the status for an accepted {kind} must be 202, not {status}</source>
        <translation>받아들인 {kind}의 상태는 {status}이(가) 아니라 202여야 합니다</translation>
    </message>
    <message>
        <source>the stream closed before the response, without an event id to resume from</source>
        <translation>이어받을 이벤트 id 없이 응답 전에 스트림이 닫혔습니다</translation>
    </message>
    <message>
        <source>the stream ended</source>
        <translation>스트림이 끝남</translation>
    </message>
    <message>
        <source>the stream ended inside this event; the blank line is missing</source>
        <translation>이 이벤트 안에서 스트림이 끝남. 빈 줄이 없음</translation>
    </message>
    <message>
        <source>the stream ended without a response to {method}</source>
        <translation>{method}에 대한 응답 없이 스트림이 끝남</translation>
    </message>
    <message>
        <source>the stream ended {most_attempts} times without a response</source>
        <translation>스트림이 응답 없이 {most_attempts}번 끝남</translation>
    </message>
    <message>
        <source>the stream has no priming event (id, empty data); it cannot be resumed from its start</source>
        <translation>스트림에 첫 이벤트(id, 빈 데이터)가 없어 처음부터 이어받을 수 없습니다</translation>
    </message>
    <message>
        <source>the stream lacks X-Accel-Buffering: no; proxies may buffer it</source>
        <translation>스트림에 X-Accel-Buffering: no가 없어 프록시가 버퍼링할 수 있습니다</translation>
    </message>
    <message>
        <source>the stream of #{key}</source>
        <translation>#{key}의 스트림</translation>
    </message>
    <message>
        <source>the stream of the subscription ended without a result</source>
        <translation>구독의 스트림이 결과 없이 끝났습니다</translation>
    </message>
    <message>
        <source>the stream stayed open for {late_s} s after the response</source>
        <translation>응답 뒤에도 스트림이 {late_s}초 동안 열려 있었습니다</translation>
    </message>
    <message>
        <source>the suite cannot send the headers of this server, nor sign in</source>
        <translation>공식 검사는 이 서버의 헤더를 보내거나 로그인할 수 없습니다</translation>
    </message>
    <message>
        <source>the suite did not run: {}</source>
        <translation>공식 검사가 실행되지 않았습니다: {}</translation>
    </message>
    <message>
        <source>the suite has no scenarios for the revisions of this server</source>
        <translation>공식 검사에는 이 서버의 개정판에 대한 시나리오가 없습니다</translation>
    </message>
    <message>
        <source>the suite needs Node.js 22 or later with npx, which is not on PATH. {how}</source>
        <translation>공식 검사에는 npx가 포함된 Node.js 22 이상이 필요하지만 PATH에 없습니다. {how}</translation>
    </message>
    <message>
        <source>the suite needs Node.js 22 or later, but the node on PATH is {version}. {how}</source>
        <translation>공식 검사에는 Node.js 22 이상이 필요하지만 PATH의 node는 {version}입니다. {how}</translation>
    </message>
    <message>
        <source>the suite runs {}</source>
        <translation>공식 검사 실행 중: {}</translation>
    </message>
    <message>
        <source>the suite speaks Streamable HTTP, and stdio through a bridge; not {}</source>
        <translation>공식 검사는 Streamable HTTP와, 브리지를 통한 stdio만 지원합니다. {}은(는) 지원하지 않습니다</translation>
    </message>
    <message>
        <source>the suite was stopped after {:g} s</source>
        <translation>공식 검사를 {:g}초 뒤에 중지했습니다</translation>
    </message>
    <message>
        <source>the suite wrote no checks</source>
        <translation>공식 검사가 결과를 쓰지 않았습니다</translation>
    </message>
    <message>
        <source>the task has no {name}</source>
        <translation>작업에 {name}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the task id {name} is short or just a number</source>
        <translation>작업 id {name}이(가) 짧거나 단순한 숫자입니다</translation>
    </message>
    <message>
        <source>the task is failed for a result with isError; it is to be completed</source>
        <translation>isError가 있는 결과인데 작업이 failed입니다. completed여야 합니다</translation>
    </message>
    <message>
        <source>the task is waiting for input, but input requests are not answered here</source>
        <translation>작업이 입력을 기다리지만 여기서는 입력 요청에 답하지 않습니다</translation>
    </message>
    <message>
        <source>the task is {status} without {wanted}</source>
        <translation>작업이 {status}인데 {wanted}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the task is {status}, although its result came before</source>
        <translation>결과가 먼저 왔는데 작업이 {status}입니다</translation>
    </message>
    <message>
        <source>the task was {old} and is {new} now</source>
        <translation>작업이 {old}에서 {new}(으)로 바뀌었습니다</translation>
    </message>
    <message>
        <source>the task&apos;s status {value} does not exist</source>
        <translation>작업의 status {value}은(는) 없는 값입니다</translation>
    </message>
    <message>
        <source>the text has a hidden comment: {what}</source>
        <translation>텍스트에 숨은 주석이 있습니다: {what}</translation>
    </message>
    <message>
        <source>the text has a link that carries data: {what}</source>
        <translation>텍스트에 데이터를 실어 보내는 링크가 있습니다: {what}</translation>
    </message>
    <message>
        <source>the text has the control character {what}</source>
        <translation>텍스트에 제어 문자 {what}이(가) 있습니다</translation>
    </message>
    <message>
        <source>the text has the invisible character {what}</source>
        <translation>텍스트에 보이지 않는 문자 {what}이(가) 있습니다</translation>
    </message>
    <message>
        <source>the text has what looks like a secret: {what}</source>
        <translation>텍스트에 비밀 값으로 보이는 것이 있습니다: {what}</translation>
    </message>
    <message>
        <source>the text instructs the model: “{what}”</source>
        <translation>텍스트가 모델에 지시합니다: “{what}”</translation>
    </message>
    <message>
        <source>the text is about tools that are not this server&apos;s: “{what}”</source>
        <translation>텍스트가 이 서버의 것이 아닌 도구를 다룹니다: “{what}”</translation>
    </message>
    <message>
        <source>the tool {name} does not say whether it is destructive</source>
        <translation>도구 {name}이(가) 파괴적인지 알리지 않습니다</translation>
    </message>
    <message>
        <source>the tool {name} has an outputSchema, but no structuredContent</source>
        <translation>도구 {name}에 outputSchema가 있지만 structuredContent가 없습니다</translation>
    </message>
    <message>
        <source>the tool {name} has its argument {argument} sent in a header, where proxies read it</source>
        <translation>도구 {name}의 인수 {argument}이(가) 프록시가 읽을 수 있는 헤더로 전송됩니다</translation>
    </message>
    <message>
        <source>the tool {name} has no description</source>
        <translation>도구 {name}에 description이 없습니다</translation>
    </message>
    <message>
        <source>the tool {name} has no inputSchema</source>
        <translation>도구 {name}에 inputSchema가 없습니다</translation>
    </message>
    <message>
        <source>the tool {name} has the taskSupport {support}</source>
        <translation>도구 {name}의 taskSupport가 {support}입니다</translation>
    </message>
    <message>
        <source>the tool {name} has the taskSupport {support}, but the server does not declare tasks.requests.tools.call</source>
        <translation>도구 {name}의 taskSupport가 {support}인데 서버는 tasks.requests.tools.call을 선언하지 않았습니다</translation>
    </message>
    <message>
        <source>the tool {name} is both readOnlyHint and destructiveHint</source>
        <translation>도구 {name}이(가) readOnlyHint이면서 destructiveHint입니다</translation>
    </message>
    <message>
        <source>the tool {name} refuses its arguments with -32602, not with isError</source>
        <translation>도구 {name}이(가) 인수를 isError가 아니라 -32602로 거부합니다</translation>
    </message>
    <message>
        <source>the tool {name} returns JSON as text, without structuredContent</source>
        <translation>도구 {name}이(가) JSON을 structuredContent 없이 텍스트로 반환합니다</translation>
    </message>
    <message>
        <source>the tool {name} still has taskSupport, which means nothing here</source>
        <translation>도구 {name}에 여기서는 의미가 없는 taskSupport가 아직 있습니다</translation>
    </message>
    <message>
        <source>the tool_use {name} has no tool_result after it</source>
        <translation>tool_use {name} 뒤에 tool_result가 없습니다</translation>
    </message>
    <message>
        <source>the tools come in another order than before, from {name} on</source>
        <translation>{name}부터 도구의 순서가 전과 다릅니다</translation>
    </message>
    <message>
        <source>the tools {first} and {second} have nearly the same name and description</source>
        <translation>도구 {first}과(와) {second}의 이름과 설명이 거의 같습니다</translation>
    </message>
    <message>
        <source>the tools {first} and {second} have the same description</source>
        <translation>도구 {first}과(와) {second}의 설명이 같습니다</translation>
    </message>
    <message>
        <source>the unknown tool {name} is answered with a result, not an error</source>
        <translation>알 수 없는 도구 {name}에 오류가 아니라 결과로 응답합니다</translation>
    </message>
    <message>
        <source>the unknown tool {name} is answered with the code {code}</source>
        <translation>알 수 없는 도구 {name}에 코드 {code}(으)로 응답합니다</translation>
    </message>
    <message>
        <source>the view {uri} has no HTML doctype</source>
        <translation>뷰 {uri}에 HTML doctype이 없습니다</translation>
    </message>
    <message>
        <source>the view {uri} has the mimeType {kind}</source>
        <translation>뷰 {uri}의 mimeType이 {kind}입니다</translation>
    </message>
    <message>
        <source>the view {uri} of tool {name} cannot be read</source>
        <translation>도구 {name}의 뷰 {uri}을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>the whole line is omitted</source>
        <translation>줄 전체를 생략함</translation>
    </message>
    <message>
        <source>the whole list</source>
        <translation>목록 전체</translation>
    </message>
    <message>
        <source>the {era} era</source>
        <translation>{era} 세대</translation>
    </message>
    <message>
        <source>the {member} of the tool {name} has no type</source>
        <translation>도구 {name}의 {member}에 type이 없습니다</translation>
    </message>
    <message>
        <source>the {member} of the tool {name} has the type {value}; it must be object</source>
        <translation>도구 {name}의 {member}에서 type이 {value}입니다. object여야 합니다</translation>
    </message>
    <message>
        <source>the {member} of the tool {name} is {value}, not a JSON Schema object</source>
        <translation>도구 {name}의 {member}이(가) JSON Schema 객체가 아닙니다: {value}</translation>
    </message>
    <message>
        <source>there are more pages</source>
        <translation>쪽이 더 있습니다</translation>
    </message>
    <message>
        <source>this cannot be read either; further unreadable entries are only counted</source>
        <translation>이것도 읽을 수 없음. 이후 읽을 수 없는 항목은 개수만 셈</translation>
    </message>
    <message>
        <source>this connection uses no access token</source>
        <translation>이 연결은 액세스 토큰을 쓰지 않습니다</translation>
    </message>
    <message>
        <source>this server uses no session id</source>
        <translation>이 서버는 세션 id를 쓰지 않습니다</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>시간 초과</translation>
    </message>
    <message>
        <source>timed out after {seconds} s</source>
        <translation>{seconds}초 뒤 시간 초과</translation>
    </message>
    <message>
        <source>token {token} has a different JSON type than the request&apos;s</source>
        <translation>토큰 {token}의 JSON 형식이 요청의 것과 다릅니다</translation>
    </message>
    <message>
        <source>tool {name} has a view, although the client did not declare the extension for it</source>
        <translation>클라이언트가 뷰의 확장을 선언하지 않았는데 도구 {name}에 뷰가 있습니다</translation>
    </message>
    <message>
        <source>tool {name} only has the deprecated _meta member ui/resourceUri</source>
        <translation>도구 {name}에 지원 중단된(deprecated) _meta 멤버 ui/resourceUri만 있습니다</translation>
    </message>
    <message>
        <source>tool {name}, {fault}</source>
        <translation>도구 {name}: {fault}</translation>
    </message>
    <message>
        <source>tool {name}: resourceUri {uri} is no ui:// URI</source>
        <translation>도구 {name}: resourceUri {uri}이(가) ui:// URI가 아닙니다</translation>
    </message>
    <message>
        <source>tool {name}: visibility is {value}</source>
        <translation>도구 {name}: visibility가 {value}입니다</translation>
    </message>
    <message>
        <source>total is {total}, less than {count} values</source>
        <translation>total이 {total}(으)로, 값 {count}개보다 적습니다</translation>
    </message>
    <message>
        <source>ttl is missing; it must be a number or null</source>
        <translation>ttl이 없습니다. 숫자나 null이어야 합니다</translation>
    </message>
    <message>
        <source>ttlMs is {time}, which is not an integer of at least 0</source>
        <translation>ttlMs가 0 이상의 정수가 아닙니다: {time}</translation>
    </message>
    <message>
        <source>two tools are named {name}</source>
        <translation>두 도구의 이름이 {name}(으)로 같습니다</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>판정 보류</translation>
    </message>
    <message>
        <source>unknown revision {version}</source>
        <translation>알 수 없는 개정판 {version}</translation>
    </message>
    <message>
        <source>unknown status “{now}”</source>
        <translation>알 수 없는 상태 “{now}”</translation>
    </message>
    <message>
        <source>unknown top-level members: {unknown}</source>
        <translation>최상위의 알 수 없는 멤버: {unknown}</translation>
    </message>
    <message>
        <source>unreadable response</source>
        <translation>읽을 수 없는 응답</translation>
    </message>
    <message>
        <source>unsolicited pong of {size} bytes</source>
        <translation>요청하지 않은 {size}바이트의 pong</translation>
    </message>
    <message>
        <source>uri {uri} has no scheme and is not absolute</source>
        <translation>uri {uri}에 스킴이 없어 절대 URI가 아닙니다</translation>
    </message>
    <message>
        <source>uri {uri} has {character}, which is to be escaped</source>
        <translation>uri {uri}에 이스케이프해야 하는 {character}이(가) 있습니다</translation>
    </message>
    <message>
        <source>uri {uri} stands twice in the list</source>
        <translation>uri {uri}이(가) 목록에 두 번 있습니다</translation>
    </message>
    <message>
        <source>uriTemplate {template} is no RFC 6570 at {part}</source>
        <translation>uriTemplate {template}이(가) {part}에서 RFC 6570에 맞지 않습니다</translation>
    </message>
    <message>
        <source>version {version} is refused and listed as supported</source>
        <translation>버전 {version}을(를) 거부하면서 지원 목록에는 넣었습니다</translation>
    </message>
    <message>
        <source>was refused</source>
        <translation>거부됨</translation>
    </message>
    <message>
        <source>without its required {name} prompt {prompt} is refused with code {code}</source>
        <translation>필수 인수 {name}이(가) 없는 프롬프트 {prompt}을(를) 코드 {code}(으)로 거부합니다</translation>
    </message>
    <message>
        <source>{asked} got {outcome}</source>
        <translation>{asked}의 결과: {outcome}</translation>
    </message>
    <message>
        <source>{asked} was requested</source>
        <translation>{asked} 요청함</translation>
    </message>
    <message>
        <source>{asked} was requested, but server/discover got {outcome}</source>
        <translation>{asked}을(를) 요청했지만 server/discover의 결과: {outcome}</translation>
    </message>
    <message>
        <source>{asked}: served from the cache, no request sent: {kept}</source>
        <translation>{asked}: 캐시에서 가져옴, 요청을 보내지 않음: {kept}</translation>
    </message>
    <message>
        <source>{count} blank lines</source>
        <translation>빈 줄 {count}개</translation>
    </message>
    <message>
        <source>{count} blank lines on stdout</source>
        <translation>stdout에 빈 줄 {count}개</translation>
    </message>
    <message>
        <source>{count} more references cannot be resolved: those parts are not checked.</source>
        <translation>참조 {count}개를 더 찾을 수 없습니다. 그 부분은 검사하지 않습니다.</translation>
    </message>
    <message>
        <source>{count} of {total} in {method} have no description: {names}</source>
        <translation>{method}의 {total}개 중 {count}개에 설명이 없습니다: {names}</translation>
    </message>
    <message>
        <source>{count} processes ({pids})</source>
        <translation>프로세스 {count}개({pids})</translation>
    </message>
    <message>
        <source>{count} {kind} have no description of the argument {argument}: {names}</source>
        <translation>{kind} {count}개에 인수 {argument}의 설명이 없습니다: {names}</translation>
    </message>
    <message>
        <source>{data} is not base64</source>
        <translation>base64가 아닙니다: {data}</translation>
    </message>
    <message>
        <source>{depth} levels deep</source>
        <translation>{depth}단계 깊이</translation>
    </message>
    <message>
        <source>{dropped}; gave up after {count} attempts</source>
        <translation>{dropped}. {count}번 시도한 뒤 포기함</translation>
    </message>
    <message>
        <source>{dropped}; retrying in {pause_s} s</source>
        <translation>{dropped}. {pause_s}초 뒤 재시도</translation>
    </message>
    <message>
        <source>{elapsed} s after closing</source>
        <translation>닫은 지 {elapsed}초 뒤</translation>
    </message>
    <message>
        <source>{elapsed} s after start</source>
        <translation>시작한 지 {elapsed}초 뒤</translation>
    </message>
    <message>
        <source>{event}: not requested</source>
        <translation>{event}: 요청하지 않은 것</translation>
    </message>
    <message>
        <source>{feature} is deprecated</source>
        <translation>{feature}은(는) 지원 중단되었습니다(deprecated)</translation>
    </message>
    <message>
        <source>{hint} contradicts what the tool {name} does</source>
        <translation>{hint}이(가) 도구 {name}이(가) 하는 일과 맞지 않습니다</translation>
    </message>
    <message>
        <source>{host} port {port}</source>
        <translation>{host} 포트 {port}</translation>
    </message>
    <message>
        <source>{host} responded {status}</source>
        <translation>{host}의 응답: {status}</translation>
    </message>
    <message>
        <source>{keyword} is at the root of the schema</source>
        <translation>{keyword}이(가) 스키마의 루트에 있습니다</translation>
    </message>
    <message>
        <source>{kind} is no type of a content block</source>
        <translation>{kind}은(는) content 블록의 형식이 아닙니다</translation>
    </message>
    <message>
        <source>{kind} is no type of a message&apos;s content in this revision</source>
        <translation>{kind}은(는) 이 개정판에서 메시지 content의 형식이 아닙니다</translation>
    </message>
    <message>
        <source>{level} is below {wanted}, the level that was set</source>
        <translation>{level}은(는) 설정한 수준 {wanted}보다 낮습니다</translation>
    </message>
    <message>
        <source>{level} is below {wanted}, which the request asked for</source>
        <translation>{level}은(는) 요청이 요구한 {wanted}보다 낮습니다</translation>
    </message>
    <message>
        <source>{level} is not a log level</source>
        <translation>{level}은(는) 로그 수준이 아닙니다</translation>
    </message>
    <message>
        <source>{list}: {end} (page {number})</source>
        <translation>{list}: {end}({number}페이지)</translation>
    </message>
    <message>
        <source>{member} is sent, but the client did not declare sampling.tools</source>
        <translation>클라이언트가 sampling.tools를 선언하지 않았는데 {member}을(를) 보냅니다</translation>
    </message>
    <message>
        <source>{member} is {value}, not from 0 to 1</source>
        <translation>{member}이(가) {value}입니다. 0에서 1까지여야 합니다</translation>
    </message>
    <message>
        <source>{member} of {name} changed since it was listed before</source>
        <translation>{name}의 {member}이(가) 앞선 목록과 달라졌습니다</translation>
    </message>
    <message>
        <source>{member} of {name} changed since it was listed before, and no list_changed told of it</source>
        <translation>{name}의 {member}이(가) 앞선 목록과 달라졌는데 list_changed 알림이 없었습니다</translation>
    </message>
    <message>
        <source>{member} of {name} is not what was pinned</source>
        <translation>{name}의 {member}이(가) 고정해 둔 것과 다릅니다</translation>
    </message>
    <message>
        <source>{method} came before notifications/initialized was sent</source>
        <translation>notifications/initialized를 보내기 전에 {method}이(가) 왔습니다</translation>
    </message>
    <message>
        <source>{method} came before the subscription was acknowledged</source>
        <translation>구독이 확인되기 전에 {method}이(가) 왔습니다</translation>
    </message>
    <message>
        <source>{method} comes while no request of the client is open; later revisions forbid that</source>
        <translation>열려 있는 클라이언트 요청이 없는데 {method}이(가) 옵니다. 이후 개정판은 이를 금지합니다</translation>
    </message>
    <message>
        <source>{method} does not belong on the stream of a response</source>
        <translation>{method}은(는) 응답 스트림에 올 수 없습니다</translation>
    </message>
    <message>
        <source>{method} does not match the schema at {pointer}: {problem}</source>
        <translation>{method}이(가) {pointer}에서 스키마와 맞지 않습니다: {problem}</translation>
    </message>
    <message>
        <source>{method} for a subscription that the server ended</source>
        <translation>서버가 끝낸 구독에 대한 {method}</translation>
    </message>
    <message>
        <source>{method} is answered as 2026-07-28 has it, but server/discover is not found</source>
        <translation>{method}에 2026-07-28의 방식으로 응답하지만 server/discover를 찾을 수 없습니다</translation>
    </message>
    <message>
        <source>{method} is answered with input_required</source>
        <translation>{method}에 input_required로 응답합니다</translation>
    </message>
    <message>
        <source>{method} is not allowed from servers in this revision</source>
        <translation>{method}은(는) 이 개정판에서 서버가 보낼 수 없습니다</translation>
    </message>
    <message>
        <source>{method} is not an MCP method</source>
        <translation>{method}은(는) MCP의 메서드가 아닙니다</translation>
    </message>
    <message>
        <source>{method} is not found, although the capability {gate} is advertised</source>
        <translation>기능(capability) {gate}을(를) 알렸는데 {method}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{method} names no subscription</source>
        <translation>{method}에 구독이 명시되어 있지 않습니다</translation>
    </message>
    <message>
        <source>{method} on the stream of a subscription</source>
        <translation>구독의 스트림에 온 {method}</translation>
    </message>
    <message>
        <source>{method} was answered with a result</source>
        <translation>{method}에 결과로 응답했습니다</translation>
    </message>
    <message>
        <source>{method} was answered with a task</source>
        <translation>{method}에 작업으로 응답했습니다</translation>
    </message>
    <message>
        <source>{method} was answered with {code}</source>
        <translation>{method}에 {code}(으)로 응답했습니다</translation>
    </message>
    <message>
        <source>{method} works, although the capability {gate} is not declared</source>
        <translation>기능(capability) {gate}을(를) 선언하지 않았는데 {method}이(가) 동작합니다</translation>
    </message>
    <message>
        <source>{method}, although {kind}.listChanged is not declared</source>
        <translation>{kind}.listChanged를 선언하지 않았는데 온 {method}</translation>
    </message>
    <message>
        <source>{method}, which the subscription does not have</source>
        <translation>구독에 없는 {method}</translation>
    </message>
    <message>
        <source>{method}: server no longer knows the cursor; restarted from the first page</source>
        <translation>{method}: 서버가 커서를 더 이상 몰라 첫 페이지부터 다시 가져옴</translation>
    </message>
    <message>
        <source>{name} has arguments without a description: {names} ({count} of {total})</source>
        <translation>{name}에 설명이 없는 인수가 있습니다: {names} ({total}개 중 {count}개)</translation>
    </message>
    <message>
        <source>{name} has descriptions that only repeat the names of arguments: {names}</source>
        <translation>{name}에 인수의 이름을 되풀이할 뿐인 설명이 있습니다: {names}</translation>
    </message>
    <message>
        <source>{name} has {entry}, which is no https origin</source>
        <translation>{name}의 {entry}은(는) https 출처(origin)가 아닙니다</translation>
    </message>
    <message>
        <source>{name} is gone from the list, and no list_changed told of it</source>
        <translation>{name}이(가) 목록에서 사라졌는데 이를 알리는 list_changed가 없었습니다</translation>
    </message>
    <message>
        <source>{name} is new in the list, and no list_changed told of it</source>
        <translation>{name}이(가) 목록에 새로 생겼는데 이를 알리는 list_changed가 없었습니다</translation>
    </message>
    <message>
        <source>{name} is no ISO 8601 time: {value}</source>
        <translation>{name}이(가) ISO 8601 시각이 아닙니다: {value}</translation>
    </message>
    <message>
        <source>{name} is no number of milliseconds: {value}</source>
        <translation>{name}이(가) 밀리초 수가 아닙니다: {value}</translation>
    </message>
    <message>
        <source>{name} is {url}, no https URL</source>
        <translation>{name}이(가) https URL이 아닙니다: {url}</translation>
    </message>
    <message>
        <source>{name} must be a string; it is {value}</source>
        <translation>{name}은(는) 문자열이어야 하는데 {value}입니다</translation>
    </message>
    <message>
        <source>{name} must be an object; it is {value}</source>
        <translation>{name}은(는) 객체여야 하는데 {value}입니다</translation>
    </message>
    <message>
        <source>{name} was not there when the server was pinned</source>
        <translation>서버를 고정할 때 {name}은(는) 없었습니다</translation>
    </message>
    <message>
        <source>{name} was on page {page} already</source>
        <translation>{name}은(는) 이미 {page}페이지에 있었습니다</translation>
    </message>
    <message>
        <source>{name} {value} is malformed</source>
        <translation>{name} {value}의 형식이 올바르지 않습니다</translation>
    </message>
    <message>
        <source>{note} after event {event}</source>
        <translation>{note}(이벤트 {event} 뒤부터)</translation>
    </message>
    <message>
        <source>{place} came with revision {later}</source>
        <translation>{place}은(는) 개정판 {later}에서 도입되었습니다</translation>
    </message>
    <message>
        <source>{place} is null; leave it out</source>
        <translation>{place}이(가) null입니다. 아예 빼세요</translation>
    </message>
    <message>
        <source>{private} reads private data, {taken} takes in text of others, and {sends} can send it out</source>
        <translation>{private}은(는) 비공개 데이터를 읽고, {taken}은(는) 남이 쓴 글을 받아들이며, {sends}은(는) 밖으로 보낼 수 있습니다</translation>
    </message>
    <message>
        <source>{read} bytes were read; the list says {size}</source>
        <translation>읽은 것은 {read}바이트인데 목록에는 {size}(으)로 되어 있습니다</translation>
    </message>
    <message>
        <source>{sentence} A server that also supports older revisions may treat it as one of theirs.</source>
        <translation>{sentence} 옛 개정판도 지원하는 서버는 옛 요청으로 처리할 수 있습니다.</translation>
    </message>
    <message>
        <source>{sentence} It offers {supported}.</source>
        <translation>{sentence} 제시하는 것: {supported}.</translation>
    </message>
    <message>
        <source>{sentence} This revision requires a result with isError.</source>
        <translation>{sentence} 이 개정판은 isError가 있는 결과를 요구합니다.</translation>
    </message>
    <message>
        <source>{shell} did not exit within {limit_s} s (its startup files may be waiting)</source>
        <translation>{shell}이(가) {limit_s}초 안에 종료되지 않음(시작 파일이 기다리는 중일 수 있음)</translation>
    </message>
    <message>
        <source>{shell} exited without reporting its environment</source>
        <translation>{shell}이(가) 환경을 알리지 않고 종료됨</translation>
    </message>
    <message>
        <source>{silent} within {seconds} s</source>
        <translation>{silent}({seconds}초 안에)</translation>
    </message>
    <message>
        <source>{text} after {elapsed} s</source>
        <translation>{text}({elapsed}초 뒤)</translation>
    </message>
    <message>
        <source>{text}; a child process still holds its output open</source>
        <translation>{text}. 자식 프로세스가 출력을 아직 열어 두고 있음</translation>
    </message>
    <message>
        <source>{text}; {unsent} bytes were not sent</source>
        <translation>{text}. {unsent}바이트를 보내지 못함</translation>
    </message>
    <message>
        <source>{total} bytes {place}: more than the limit, {where}</source>
        <translation>{place} {total}바이트: 한도를 넘음, {where}</translation>
    </message>
    <message>
        <source>{uri} was read with credentials and may be cached for every user</source>
        <translation>{uri}은(는) 자격 증명으로 읽었는데 모든 사용자용으로 캐시될 수 있습니다</translation>
    </message>
    <message>
        <source>{url} is not a valid URL</source>
        <translation>올바른 URL이 아닙니다: {url}</translation>
    </message>
    <message>
        <source>{url} is not an https URL</source>
        <translation>https URL이 아닙니다: {url}</translation>
    </message>
    <message>
        <source>{value} is acknowledged, but was not requested</source>
        <translation>{value}은(는) 확인되었지만 요청한 적이 없습니다</translation>
    </message>
    <message>
        <source>{what} (HTTP {status})</source>
        <translation>{what} (HTTP {status})</translation>
    </message>
    <message>
        <source>{what} has a reference that leads nowhere: {reason}</source>
        <translation>{what}에 가리키는 곳이 없는 참조가 있습니다: {reason}</translation>
    </message>
    <message>
        <source>{what} is not a valid JSON Schema: {reason}</source>
        <translation>{what}이(가) 올바른 JSON Schema가 아닙니다: {reason}</translation>
    </message>
    <message>
        <source>{what} is too much to check: {reason}</source>
        <translation>{what}은(는) 너무 커서 검사할 수 없습니다: {reason}</translation>
    </message>
    <message>
        <source>{what} names an unknown dialect: {reason}</source>
        <translation>{what}이(가) 알 수 없는 방언을 지정합니다: {reason}</translation>
    </message>
    <message>
        <source>{what} refers to what is outside of it: {reason}</source>
        <translation>{what}이(가) 자기 바깥의 것을 참조합니다: {reason}</translation>
    </message>
    <message>
        <source>{where}: {keyword} is empty</source>
        <translation>{where}: {keyword}이(가) 비어 있음</translation>
    </message>
    <message>
        <source>{where}: {keyword} is not a string</source>
        <translation>{where}: {keyword}이(가) 문자열이 아님</translation>
    </message>
    <message>
        <source>{where}: {keyword} is not reachable from the root through `properties` alone</source>
        <translation>{where}: {keyword}은(는) `properties`만으로 루트에서 이를 수 없습니다</translation>
    </message>
    <message>
        <source>{where}: {keyword} requires the type string, integer or boolean</source>
        <translation>{where}: {keyword}에는 string, integer 또는 boolean 형식이 필요합니다</translation>
    </message>
    <message>
        <source>{where}: {keyword} {token} is already used by {taken}</source>
        <translation>{where}: {keyword} {token}은(는) {taken}에서 이미 씁니다</translation>
    </message>
    <message>
        <source>{where}: {keyword} {token} is not a header name (RFC 9110 token)</source>
        <translation>{where}: {keyword} {token}은(는) 헤더 이름이 아닙니다(RFC 9110 token)</translation>
    </message>
    <message>
        <source>{which} ended; resuming in {retry_ms} ms</source>
        <translation>{which} 종료됨. {retry_ms} ms 뒤 재개</translation>
    </message>
    <message>
        <source>{why}. That part is not checked.</source>
        <translation>{why}. 그 부분은 검사하지 않습니다.</translation>
    </message>
    <message>
        <source>{words}; it supports {all}</source>
        <translation>{words}. 지원하는 것: {all}</translation>
    </message>
    <message>
        <source>{word} mixes letters of scripts that look alike</source>
        <translation>{word}에 모양이 비슷한 다른 문자의 글자가 섞여 있습니다</translation>
    </message>
    <message>
        <source>{} judges it</source>
        <translation>{}이(가) 판정합니다</translation>
    </message>
    <message>
        <source>{} more prompts were not read</source>
        <translation>프롬프트 {}개를 더 읽지 않음</translation>
    </message>
    <message>
        <source>{} more resources were not read</source>
        <translation>리소스 {}개를 더 읽지 않음</translation>
    </message>
    <message>
        <source>{} of {} tools were not called: that needs consent</source>
        <translation>도구 {}/{}개를 호출하지 않음: 동의가 필요함</translation>
    </message>
    <message>
        <source>{} records of a flood were not judged</source>
        <translation>너무 많이 온 기록 중 {}개는 판정하지 않았습니다</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}: {}</translation>
    </message>
    <message>
        <source>{}: {} bytes are too many to read</source>
        <translation>{}: {}바이트는 읽기에 너무 많음</translation>
    </message>
</context>
<context>
    <name>RecordsStatus</name>
    <message>
        <source>%Ln connection(s)</source>
        <translation>연결 %Ln개</translation>
    </message>
    <message>
        <source>%Ln finding(s)</source>
        <translation>검사 결과 %Ln개</translation>
    </message>
    <message>
        <source>%Ln record(s)</source>
        <translation>기록 %Ln개</translation>
    </message>
    <message>
        <source>%Ln server(s)</source>
        <translation>서버 %Ln개</translation>
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
        <translation>서버, 기록, 보이는 것, 검사 결과</translation>
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
        <source>Sequence ladder</source>
        <translation>시퀀스 다이어그램</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>통계</translation>
    </message>
</context>
<context>
    <name>Recovery</name>
    <message>
        <source>A session of {} was not closed properly: {} records.</source>
        <translation>{}의 세션이 제대로 닫히지 않았습니다: 레코드 {}개.</translation>
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
        <source>The app closed unexpectedly last time. A report is available.</source>
        <translation>지난번에 프로그램이 예기치 않게 종료되었습니다. 보고서가 있습니다.</translation>
    </message>
    <message>
        <source>{} more after this one.</source>
        <translation>이 밖에 {}개 더.</translation>
    </message>
</context>
<context>
    <name>RedactionBox</name>
    <message>
        <source>Additional secret keys and headers</source>
        <translation>비밀 값이 있는 다른 키와 헤더</translation>
    </message>
    <message>
        <source>Additional secret keys and headers: pin, badge</source>
        <translation>비밀 값이 있는 다른 키와 헤더: pin, badge</translation>
    </message>
    <message>
        <source>Also redact e-mail addresses</source>
        <translation>메일 주소도</translation>
    </message>
    <message>
        <source>Also redact home folder names</source>
        <translation>홈 폴더 이름도 가리기</translation>
    </message>
    <message>
        <source>Every replacement</source>
        <translation>모든 바꿈</translation>
    </message>
    <message>
        <source>Looking for secrets… {} records, {} found</source>
        <translation>비밀 값을 찾는 중… 기록 {}개, {}개 찾음</translation>
    </message>
    <message>
        <source>No secrets were found.</source>
        <translation>비밀 값을 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>Not replaced: {}.</source>
        <translation>그대로 둠: {}.</translation>
    </message>
    <message>
        <source>Nothing is replaced: secrets are exported as is.</source>
        <translation>아무것도 바꾸지 않습니다. 비밀 값이 그대로 나갑니다.</translation>
    </message>
    <message>
        <source>Replace secrets with names such as «token-1»</source>
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
        <source>also running</source>
        <translation>함께 실행 중</translation>
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
        <source>call around it: response</source>
        <translation>바깥 호출: 응답</translation>
    </message>
    <message>
        <source>call at that time</source>
        <translation>그때의 호출</translation>
    </message>
    <message>
        <source>call of its stream</source>
        <translation>이 스트림의 호출</translation>
    </message>
    <message>
        <source>call of its stream: response</source>
        <translation>스트림의 호출: 응답</translation>
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
        <source>first try: response</source>
        <translation>첫 시도: 응답</translation>
    </message>
    <message>
        <source>inside it</source>
        <translation>안쪽</translation>
    </message>
    <message>
        <source>late response</source>
        <translation>늦은 응답</translation>
    </message>
    <message>
        <source>likeliest call</source>
        <translation>가장 그럴듯한 호출</translation>
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
        <source>response</source>
        <translation>응답</translation>
    </message>
    <message>
        <source>response, mistyped id</source>
        <translation>응답, id 형식 다름</translation>
    </message>
    <message>
        <source>second response</source>
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
        <source>Records related to this call</source>
        <translation>이 호출의 기록과 그에 속한 것</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>관계</translation>
    </message>
    <message>
        <source>Show them in the timeline</source>
        <translation>타임라인에서 보기</translation>
    </message>
    <message>
        <source>beside it</source>
        <translation>호출 중</translation>
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
    <name>Render</name>
    <message>
        <source>({} characters)</source>
        <translation>({}자)</translation>
    </message>
    <message>
        <source>JSON has no comments</source>
        <translation>JSON에는 주석이 없습니다</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {reason}</source>
        <translation>{line}번째 줄, {column}번째 칸: {reason}</translation>
    </message>
    <message>
        <source>The call became the task {id}: {message}</source>
        <translation>호출이 작업 {id}이(가) 되었습니다: {message}</translation>
    </message>
    <message>
        <source>The call became the task {}</source>
        <translation>호출이 작업 {}이(가) 되었습니다</translation>
    </message>
    <message>
        <source>The model gets the media itself, if it supports this type.</source>
        <translation>모델이 이 형식을 지원하면 미디어 자체가 전달됩니다.</translation>
    </message>
    <message>
        <source>The prompt has no messages.</source>
        <translation>프롬프트에 메시지가 없습니다.</translation>
    </message>
    <message>
        <source>The resource has no contents.</source>
        <translation>리소스에 contents가 없습니다.</translation>
    </message>
    <message>
        <source>The result has no content.</source>
        <translation>결과에 content가 없습니다.</translation>
    </message>
    <message>
        <source>The tool returned an error (isError: true).</source>
        <translation>도구 오류(isError: true)입니다.</translation>
    </message>
    <message>
        <source>URL elicitation required</source>
        <translation>URL 질의(elicitation) 필요</translation>
    </message>
    <message>
        <source>a byte order mark; JSON must not have one</source>
        <translation>바이트 순서 표시(BOM). JSON에는 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>a control character in a string</source>
        <translation>문자열 안의 제어 문자</translation>
    </message>
    <message>
        <source>a curly quote; use a straight one</source>
        <translation>둥근 따옴표. 곧은 따옴표를 쓰세요</translation>
    </message>
    <message>
        <source>a no-break space; use a normal space</source>
        <translation>줄 바꿈 없는 공백. 일반 공백을 쓰세요</translation>
    </message>
    <message>
        <source>a repetition inside a repetition could take forever</source>
        <translation>반복 안의 반복은 끝나지 않을 수 있습니다</translation>
    </message>
    <message>
        <source>a string must not span lines; write \n</source>
        <translation>문자열은 여러 줄에 걸칠 수 없습니다. \n으로 쓰세요</translation>
    </message>
    <message>
        <source>a string without its closing quote</source>
        <translation>닫는 따옴표가 없는 문자열</translation>
    </message>
    <message>
        <source>an SVG in {}, not UTF-8</source>
        <translation>UTF-8이 아니라 {}(으)로 된 SVG</translation>
    </message>
    <message>
        <source>an SVG that defines entities</source>
        <translation>엔터티를 정의하는 SVG</translation>
    </message>
    <message>
        <source>an SVG that repeats parts more than {} times</source>
        <translation>부분을 {}번 넘게 반복하는 SVG</translation>
    </message>
    <message>
        <source>an SVG with a script</source>
        <translation>스크립트가 있는 SVG</translation>
    </message>
    <message>
        <source>an SVG with an external reference: {}</source>
        <translation>외부를 참조하는 SVG: {}</translation>
    </message>
    <message>
        <source>an SVG with an external style sheet</source>
        <translation>외부 스타일 시트를 쓰는 SVG</translation>
    </message>
    <message>
        <source>an error without a code and message</source>
        <translation>code와 message가 없는 오류</translation>
    </message>
    <message>
        <source>annotations: {}</source>
        <translation>주석: {}</translation>
    </message>
    <message>
        <source>byte 0x{:02x} is not UTF-8</source>
        <translation>바이트 0x{:02x}은(는) UTF-8이 아님</translation>
    </message>
    <message>
        <source>content block {}</source>
        <translation>content 블록 {}</translation>
    </message>
    <message>
        <source>content is missing or not a list.</source>
        <translation>content가 없거나 목록이 아닙니다.</translation>
    </message>
    <message>
        <source>content of message {}</source>
        <translation>메시지 {}의 content</translation>
    </message>
    <message>
        <source>contents {number}: {problem}</source>
        <translation>contents {number}: {problem}</translation>
    </message>
    <message>
        <source>contents {}</source>
        <translation>contents {}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>비어 있음</translation>
    </message>
    <message>
        <source>empty; the smallest JSON object is {}</source>
        <translation>비어 있습니다. 가장 작은 JSON 객체는 {}입니다</translation>
    </message>
    <message>
        <source>expected a colon after the key</source>
        <translation>키 다음에는 콜론이 와야 합니다</translation>
    </message>
    <message>
        <source>expected a comma or ]</source>
        <translation>쉼표나 ]가 와야 합니다</translation>
    </message>
    <message>
        <source>expected a comma or a closing bracket</source>
        <translation>쉼표나 닫는 괄호가 와야 합니다</translation>
    </message>
    <message>
        <source>expected a comma or }</source>
        <translation>쉼표나 }가 와야 합니다</translation>
    </message>
    <message>
        <source>expected a key in double quotes</source>
        <translation>큰따옴표로 묶은 키가 와야 합니다</translation>
    </message>
    <message>
        <source>expected a value</source>
        <translation>값이 와야 합니다</translation>
    </message>
    <message>
        <source>extra comma, or half a surrogate pair, near here</source>
        <translation>이 근처에 쉼표가 남거나 서로게이트 쌍의 절반이 있음</translation>
    </message>
    <message>
        <source>header mismatch</source>
        <translation>헤더 불일치</translation>
    </message>
    <message>
        <source>internal error</source>
        <translation>내부 오류</translation>
    </message>
    <message>
        <source>invalid escape; \ must be followed by &quot; \ / b f n r t or uXXXX</source>
        <translation>올바르지 않은 이스케이프. \ 뒤에는 &quot; \ / b f n r t 또는 uXXXX가 옵니다</translation>
    </message>
    <message>
        <source>invalid params</source>
        <translation>잘못된 매개변수</translation>
    </message>
    <message>
        <source>invalid request</source>
        <translation>잘못된 요청</translation>
    </message>
    <message>
        <source>isError is not a boolean: {}</source>
        <translation>isError가 참이나 거짓이 아닙니다: {}</translation>
    </message>
    <message>
        <source>keys must be strings in double quotes</source>
        <translation>키는 큰따옴표로 묶은 문자열이어야 합니다</translation>
    </message>
    <message>
        <source>larger than {}</source>
        <translation>{}보다 큼</translation>
    </message>
    <message>
        <source>message {} is not an object.</source>
        <translation>메시지 {}이(가) 객체가 아닙니다.</translation>
    </message>
    <message>
        <source>method not found</source>
        <translation>메서드 없음</translation>
    </message>
    <message>
        <source>missing required client capability</source>
        <translation>필요한 클라이언트 기능(capability) 없음</translation>
    </message>
    <message>
        <source>model such as {}</source>
        <translation>{} 같은 모델</translation>
    </message>
    <message>
        <source>more text after the end of the JSON</source>
        <translation>JSON이 끝난 뒤에 텍스트가 더 있음</translation>
    </message>
    <message>
        <source>neither text nor blob</source>
        <translation>text도 blob도 없음</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>너무 깊이 중첩됨</translation>
    </message>
    <message>
        <source>nested too deeply to check</source>
        <translation>너무 깊이 중첩되어 점검할 수 없음</translation>
    </message>
    <message>
        <source>no id</source>
        <translation>id 없음</translation>
    </message>
    <message>
        <source>no result</source>
        <translation>결과 없음</translation>
    </message>
    <message>
        <source>no role</source>
        <translation>역할 없음</translation>
    </message>
    <message>
        <source>no toolUseId</source>
        <translation>toolUseId 없음</translation>
    </message>
    <message>
        <source>no type</source>
        <translation>형식 없음</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>not JSON at line {}, column {}</source>
        <translation>{}행 {}열부터 JSON이 아님</translation>
    </message>
    <message>
        <source>not PNG, JPEG, WebP or SVG</source>
        <translation>PNG, JPEG, WebP, SVG가 아님</translation>
    </message>
    <message>
        <source>not PNG, JPEG, WebP or SVG in UTF-8</source>
        <translation>PNG, JPEG, WebP 또는 UTF-8 SVG가 아님</translation>
    </message>
    <message>
        <source>not a JSON value; use null instead</source>
        <translation>JSON 값이 아닙니다. null을 쓰세요</translation>
    </message>
    <message>
        <source>not a valid JSON number</source>
        <translation>올바른 JSON 숫자가 아님</translation>
    </message>
    <message>
        <source>not an object</source>
        <translation>객체가 아님</translation>
    </message>
    <message>
        <source>numbers have no leading +</source>
        <translation>숫자는 +로 시작하지 않습니다</translation>
    </message>
    <message>
        <source>numbers have no leading zero</source>
        <translation>숫자는 0을 앞에 붙이지 않습니다</translation>
    </message>
    <message>
        <source>numbers start with a digit</source>
        <translation>숫자는 숫자로 시작합니다</translation>
    </message>
    <message>
        <source>parse error</source>
        <translation>구문 오류</translation>
    </message>
    <message>
        <source>resource not found</source>
        <translation>리소스 없음</translation>
    </message>
    <message>
        <source>result of {}</source>
        <translation>{}의 결과</translation>
    </message>
    <message>
        <source>result of {}: an error</source>
        <translation>{}의 결과: 오류</translation>
    </message>
    <message>
        <source>resultType: {}</source>
        <translation>resultType: {}</translation>
    </message>
    <message>
        <source>stopSequences {}</source>
        <translation>stopSequences {}</translation>
    </message>
    <message>
        <source>strings need double quotes</source>
        <translation>문자열은 큰따옴표로 씁니다</translation>
    </message>
    <message>
        <source>structuredContent has the same JSON as the text.</source>
        <translation>structuredContent의 JSON이 텍스트의 것과 같습니다.</translation>
    </message>
    <message>
        <source>system prompt</source>
        <translation>시스템 프롬프트</translation>
    </message>
    <message>
        <source>the blob is not base64</source>
        <translation>blob이 base64가 아님</translation>
    </message>
    <message>
        <source>tool {}</source>
        <translation>도구 {}</translation>
    </message>
    <message>
        <source>toolChoice {}</source>
        <translation>toolChoice {}</translation>
    </message>
    <message>
        <source>tools {}</source>
        <translation>도구 {}</translation>
    </message>
    <message>
        <source>trailing comma before ]</source>
        <translation>] 앞의 불필요한 쉼표</translation>
    </message>
    <message>
        <source>trailing comma before }</source>
        <translation>} 앞의 불필요한 쉼표</translation>
    </message>
    <message>
        <source>true, false and null are lowercase</source>
        <translation>true, false, null은 소문자로 씁니다</translation>
    </message>
    <message>
        <source>unexpected character</source>
        <translation>예상하지 못한 문자</translation>
    </message>
    <message>
        <source>unexpected end: missing closing &quot;</source>
        <translation>예상치 못한 끝: 닫는 &quot;가 없음</translation>
    </message>
    <message>
        <source>unexpected end: missing closing {}</source>
        <translation>예상치 못한 끝: 닫는 {}이(가) 없음</translation>
    </message>
    <message>
        <source>unexpected end: missing value</source>
        <translation>예상치 못한 끝: 값이 없음</translation>
    </message>
    <message>
        <source>unsupported protocol version</source>
        <translation>지원하지 않는 프로토콜 버전</translation>
    </message>
    <message>
        <source>uses the tool {part} ({id})</source>
        <translation>도구 {part} 사용({id})</translation>
    </message>
    <message>
        <source>write a tab inside a string as \t</source>
        <translation>문자열 안의 탭은 \t로 씁니다</translation>
    </message>
    <message>
        <source>{where} has the unknown type {kind!r}.</source>
        <translation>{where}의 형식 {kind!r}은(는) 알 수 없습니다.</translation>
    </message>
    <message>
        <source>{where} is declared as {mime}, but is {found}.</source>
        <translation>{where}은(는) {mime}(으)로 선언되었지만 {found}입니다.</translation>
    </message>
    <message>
        <source>{where}, block {number}</source>
        <translation>{where}, 블록 {number}</translation>
    </message>
    <message>
        <source>{width} × {height} pixels; at most {most_side} per side are drawn</source>
        <translation>{width} × {height} 픽셀. 한 변 {most_side}픽셀까지만 그립니다</translation>
    </message>
    <message>
        <source>{} has neither text nor blob.</source>
        <translation>{}에 text도 blob도 없습니다.</translation>
    </message>
    <message>
        <source>{} has no type.</source>
        <translation>{}에 형식이 없습니다.</translation>
    </message>
    <message>
        <source>{} is missing or not an object.</source>
        <translation>{}이(가) 없거나 객체가 아닙니다.</translation>
    </message>
    <message>
        <source>{} is not JSON</source>
        <translation>{}은(는) JSON이 아님</translation>
    </message>
    <message>
        <source>{} is not an object.</source>
        <translation>{}이(가) 객체가 아닙니다.</translation>
    </message>
    <message>
        <source>{}: blob is not base64.</source>
        <translation>{}: blob이 base64가 아닙니다.</translation>
    </message>
    <message>
        <source>{}: data is not base64.</source>
        <translation>{}: data가 base64가 아닙니다.</translation>
    </message>
    <message>
        <source>{}: not PNG, JPEG, WebP or SVG</source>
        <translation>{}: PNG, JPEG, WebP, SVG가 아님</translation>
    </message>
    <message>
        <source>{}: resource is missing.</source>
        <translation>{}: resource가 없습니다.</translation>
    </message>
    <message>
        <source>{}: text is missing or not a string.</source>
        <translation>{}: text가 없거나 문자열이 아닙니다.</translation>
    </message>
    <message>
        <source>“{text}” is not a valid path: error at character {at}</source>
        <translation>“{text}”은(는) 올바른 경로가 아닙니다: {at}번째 글자에 오류</translation>
    </message>
    <message>
        <source>“{}” is the whole document; select a value in it, such as $.id</source>
        <translation>“{}”은(는) 문서 전체입니다. $.id처럼 그 안의 값을 쓰세요</translation>
    </message>
</context>
<context>
    <name>ReplaceBar</name>
    <message>
        <source>All</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>Match case (Alt+C)</source>
        <translation>대소문자 구분(Alt+C)</translation>
    </message>
    <message>
        <source>Only in the selection (Alt+L)</source>
        <translation>선택 영역에서만(Alt+L)</translation>
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
        <source>Replace all, undone in one step (Alt+Enter)</source>
        <translation>모두 바꾸기(실행 취소 한 번으로 되돌림, Alt+Enter)</translation>
    </message>
    <message>
        <source>Replace this match and go to the next (Enter in this field)</source>
        <translation>이것을 바꾸고 다음으로(이 입력란에서 Enter)</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>바꿀 내용</translation>
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
        <source>An internal error occurred and the app had to close. What was recorded is offered at the next start, and settings are saved.

The report contains no server responses, no secrets and none of your folder names. Nothing is sent unless you do it.</source>
        <translation>내부 오류가 발생해 프로그램을 종료해야 했습니다. 기록한 것은 다음 시작 때 다시 열 수 있으며, 설정은 저장되어 있습니다.

보고서에는 서버의 응답, 비밀 값, 폴더 이름이 없습니다. 직접 보내지 않는 한 아무것도 전송하지 않습니다.</translation>
    </message>
    <message>
        <source>An internal error occurred. The app keeps running and nothing is lost: records are written as they come, what you typed is still there, and settings are saved.

The report contains no server responses, no secrets and none of your folder names. Nothing is sent unless you do it.</source>
        <translation>내부 오류가 발생했습니다. 프로그램은 계속 실행되며 잃은 것은 없습니다. 레코드는 오는 대로 기록하고, 입력한 것은 그대로 있으며, 설정은 저장되어 있습니다.

보고서에는 서버의 응답, 비밀 값, 폴더 이름이 없습니다. 직접 보내지 않는 한 아무것도 전송하지 않습니다.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Error Report</source>
        <translation>오류 보고서</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>폴더 열기</translation>
    </message>
    <message>
        <source>Please send it to whoever gave you this app.</source>
        <translation>이 프로그램을 제공한 사람에게 보내 주세요.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>보고서</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>보고…</translation>
    </message>
    <message>
        <source>Report… opens {0} in your browser.</source>
        <translation>보고…를 누르면 브라우저에서 {0}을(를) 엽니다.</translation>
    </message>
    <message>
        <source>The report is in {0}. Please send it to whoever gave you this app.</source>
        <translation>보고서는 {0}에 있습니다. 이 프로그램을 제공한 사람에게 보내 주세요.</translation>
    </message>
    <message>
        <source>The report is in {0}. Report… opens {1} in your browser.</source>
        <translation>보고서는 {0}에 있습니다. 보고…를 누르면 브라우저에서 {1}을(를) 엽니다.</translation>
    </message>
</context>
<context>
    <name>RequestOptions</name>
    <message>
        <source>A JSON object; it overrides what the app sends</source>
        <translation>JSON 객체. 프로그램이 보내는 것보다 우선합니다</translation>
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
        <source>Insert what the app sends, to edit it</source>
        <translation>프로그램이 보내는 값을 넣어 편집</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>응답</translation>
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
        <source>Where the response comes from</source>
        <translation>응답을 가져올 곳</translation>
    </message>
</context>
<context>
    <name>RequirementModel</name>
    <message>
        <source>Requirement</source>
        <translation>요구 사항</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>이유</translation>
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
        <source>{0} no longer starts since {1} changed.</source>
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
        <source>{} fixed</source>
        <translation>{}개 고쳐짐</translation>
    </message>
    <message>
        <source>{} new</source>
        <translation>{}개 처음</translation>
    </message>
    <message>
        <source>{} same</source>
        <translation>{}개 같음</translation>
    </message>
    <message>
        <source>{} skipped (destructive)</source>
        <translation>{}개 호출 안 함: 파괴적이라고 되어 있음</translation>
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
        <source>annotations {0}</source>
        <translation>주석 {0}</translation>
    </message>
    <message>
        <source>changed on the server</source>
        <translation>서버에서 바뀜</translation>
    </message>
    <message>
        <source>followed from a link</source>
        <translation>링크에서 열었음</translation>
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
        <source>subscribed</source>
        <translation>구독 중</translation>
    </message>
    <message>
        <source>template; asks for its variables</source>
        <translation>템플릿: 변수를 묻습니다</translation>
    </message>
</context>
<context>
    <name>ResultView</name>
    <message>
        <source>Bytes</source>
        <translation>바이트</translation>
    </message>
    <message>
        <source>Compare with previous call</source>
        <translation>이전 호출과 비교</translation>
    </message>
    <message>
        <source>Model input</source>
        <translation>모델 입력</translation>
    </message>
    <message>
        <source>No response: {}.</source>
        <translation>응답 없음: {}.</translation>
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
        <source>Result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Saved as {}</source>
        <translation>{}에 저장했습니다</translation>
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
        <source>Source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>Structured</source>
        <translation>구조화</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>The server needs your input (see Inputs).</source>
        <translation>서버에 입력이 필요합니다(입력 요청 참조).</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>트리</translation>
    </message>
    <message>
        <source>Waiting for the response…</source>
        <translation>응답을 기다리는 중…</translation>
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
        <source>no response</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>보내지 않음</translation>
    </message>
    <message>
        <source>response in #{}, without an id</source>
        <translation>id 없이 #{}에서 응답됨</translation>
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
        <source>the server requested input</source>
        <translation>서버가 입력을 요청함</translation>
    </message>
    <message>
        <source>tool returned an error</source>
        <translation>도구 오류</translation>
    </message>
    <message>
        <source>waiting for your input</source>
        <translation>입력을 기다리는 중</translation>
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
        <source>Folder or URI to add</source>
        <translation>추가할 폴더 또는 URI</translation>
    </message>
    <message>
        <source>For this server</source>
        <translation>이 서버 전용</translation>
    </message>
    <message>
        <source>From settings</source>
        <translation>설정에서</translation>
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
        <source>Sent to every server without custom roots.</source>
        <translation>전용 루트가 없는 모든 서버에 보냅니다.</translation>
    </message>
    <message>
        <source>Sent to this server only; saved with it.</source>
        <translation>이 서버에만 보내며 서버와 함께 저장합니다.</translation>
    </message>
    <message>
        <source>Whose roots</source>
        <translation>어떤 루트를 쓸지</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>저장됨</translation>
    </message>
    <message>
        <source>saved; the server was notified</source>
        <translation>저장됨. 서버에 알렸습니다</translation>
    </message>
    <message>
        <source>{}: roots must be file:// URIs; some servers reject the whole response</source>
        <translation>{}: 루트는 file:// URI여야 합니다. 응답 전체를 거부하는 서버도 있습니다</translation>
    </message>
    <message>
        <source>{}: start with a drive or /; relative paths start at this app&apos;s working directory</source>
        <translation>{}: 드라이브나 /로 시작하세요. 상대 경로는 이 프로그램의 작업 폴더를 기준으로 합니다</translation>
    </message>
</context>
<context>
    <name>RowActions</name>
    <message>
        <source>All but these</source>
        <translation>이것들을 뺀 전부</translation>
    </message>
    <message>
        <source>Also running: {}</source>
        <translation>함께 실행 중: {}</translation>
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
        <source>Compare with previous call of {}</source>
        <translation>{}의 이전 호출과 비교</translation>
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
        <source>Could not copy: {}</source>
        <translation>복사하지 않음: {}</translation>
    </message>
    <message>
        <source>Edit and send…</source>
        <translation>고쳐서 보내기…</translation>
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
        <source>Go to its call: {}</source>
        <translation>호출로 이동: {}</translation>
    </message>
    <message>
        <source>Likeliest call: {}</source>
        <translation>가장 그럴듯한 호출: {}</translation>
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
        <source>No response.</source>
        <translation>응답이 없습니다.</translation>
    </message>
    <message>
        <source>Only messages sent by the client can be sent again.</source>
        <translation>우리가 보낸 것만 다시 보낼 수 있습니다.</translation>
    </message>
    <message>
        <source>Only these</source>
        <translation>이것들만</translation>
    </message>
    <message>
        <source>Open in form</source>
        <translation>양식에서 열기</translation>
    </message>
    <message>
        <source>Response, indented</source>
        <translation>응답, 들여쓰기</translation>
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
        <source>Set as baseline</source>
        <translation>비교 기준으로 설정</translation>
    </message>
    <message>
        <source>Show only this exchange</source>
        <translation>이 교환만 보기</translation>
    </message>
    <message>
        <source>Show stderr and log messages during this call</source>
        <translation>이 호출 중의 stderr와 로그 메시지 보기</translation>
    </message>
    <message>
        <source>This is not a message.</source>
        <translation>메시지가 아닙니다.</translation>
    </message>
    <message>
        <source>This was not sent over HTTP.</source>
        <translation>이것은 HTTP로 나가지 않았습니다.</translation>
    </message>
    <message>
        <source>This was not sent to a server started as a command.</source>
        <translation>이것은 명령으로 시작한 서버에 가지 않았습니다.</translation>
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
        <source>The server of #{} is no longer in the list.</source>
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
        <source>Answer this server&apos;s requests with these rules</source>
        <translation>이 서버의 요청에 이 규칙으로 답하기</translation>
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
        <source>The first matching rule answers; roots are sent, and everything else waits for you. The same rules work with mcpdi --answer.</source>
        <translation>처음 맞는 규칙이 답합니다. 루트는 그대로 보내고, 나머지는 모두 사용자의 답을 기다립니다. 같은 규칙을 mcpdi --answer에도 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>The rule</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>The rule is not JSON.</source>
        <translation>규칙이 JSON이 아닙니다.</translation>
    </message>
</context>
<context>
    <name>Said</name>
    <message>
        <source>1 log message</source>
        <translation>로그 메시지 1개</translation>
    </message>
    <message>
        <source>1 log message during this call</source>
        <translation>이 호출 중 로그 메시지 1개</translation>
    </message>
    <message>
        <source>1 stderr line</source>
        <translation>stderr 1줄</translation>
    </message>
    <message>
        <source>1 stderr line during this call</source>
        <translation>이 호출 중 stderr 1줄</translation>
    </message>
    <message>
        <source>{0} and {1} during this call</source>
        <translation>이 호출 중 {0}, {1}</translation>
    </message>
    <message>
        <source>{} log messages</source>
        <translation>로그 메시지 {}개</translation>
    </message>
    <message>
        <source>{} log messages during this call</source>
        <translation>이 호출 중 로그 메시지 {}개</translation>
    </message>
    <message>
        <source>{} stderr lines</source>
        <translation>stderr {}줄</translation>
    </message>
    <message>
        <source>{} stderr lines during this call</source>
        <translation>이 호출 중 stderr {}줄</translation>
    </message>
</context>
<context>
    <name>SamplingPage</name>
    <message>
        <source>Answer</source>
        <translation>답</translation>
    </message>
    <message>
        <source>Approve and send</source>
        <translation>승인하고 보내기</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Kind of response</source>
        <translation>응답의 종류</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Model response</source>
        <translation>모델의 응답</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>질문</translation>
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
        <source>Start the next answer with this text</source>
        <translation>다음 답을 이 텍스트로 시작</translation>
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
        <source>Tool</source>
        <translation>도구</translation>
    </message>
    <message>
        <source>Tool input</source>
        <translation>도구 입력</translation>
    </message>
    <message>
        <source>Tool use</source>
        <translation>도구 사용</translation>
    </message>
    <message>
        <source>Tool use ID</source>
        <translation>도구 사용 ID</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>답</translation>
    </message>
    <message>
        <source>{} is not a JSON object.</source>
        <translation>{}은(는) JSON 객체가 아닙니다.</translation>
    </message>
</context>
<context>
    <name>SaveButton</name>
    <message>
        <source>Could not save: {0}</source>
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
        <translation>필터 옆에 버튼으로 보기</translation>
    </message>
    <message>
        <source>Use // in a name to make a submenu.</source>
        <translation>이름의 //는 하위 메뉴를 만듭니다.</translation>
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
        <source>According to the schema, only the server sets it.</source>
        <translation>스키마에 따르면 서버만 정합니다.</translation>
    </message>
    <message>
        <source>Edit anyway</source>
        <translation>그래도 편집</translation>
    </message>
    <message>
        <source>Modern HTTP also sends it in this header.</source>
        <translation>신형 HTTP는 이 헤더로도 보냅니다.</translation>
    </message>
    <message>
        <source>Not sent if a header cannot carry the value.</source>
        <translation>헤더에 담을 수 있는 값이 없으면 보내지 않습니다.</translation>
    </message>
    <message>
        <source>Set to null, or restore (Alt+N)</source>
        <translation>null로, 또는 이전 값으로(Alt+N)</translation>
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
    <name>Schema</name>
    <message>
        <source>Has {:,} properties; add unlisted ones by name.</source>
        <translation>속성이 {:,}개입니다. 목록에 없는 것은 이름으로 추가하세요.</translation>
    </message>
    <message>
        <source>Must not be of type {}.</source>
        <translation>형식이 {}이면 안 됩니다.</translation>
    </message>
    <message>
        <source>Must not be {}.</source>
        <translation>{}이면 안 됩니다.</translation>
    </message>
    <message>
        <source>Must not match {}</source>
        <translation>{}와(과) 맞으면 안 됩니다</translation>
    </message>
    <message>
        <source>Needs at least one of: {}.</source>
        <translation>다음 중 하나 이상이 필요합니다: {}.</translation>
    </message>
    <message>
        <source>Needs exactly one of: {}.</source>
        <translation>다음 중 정확히 하나가 필요합니다: {}.</translation>
    </message>
    <message>
        <source>Not all of {} may be set.</source>
        <translation>{}을(를) 모두 설정하면 안 됩니다.</translation>
    </message>
    <message>
        <source>One of {:,} values.</source>
        <translation>값 {:,}개 중 하나.</translation>
    </message>
    <message>
        <source>`{}` is not set</source>
        <translation>`{}` 설정 안 됨</translation>
    </message>
    <message>
        <source>`{}` is set</source>
        <translation>`{}` 설정됨</translation>
    </message>
    <message>
        <source>`{}` must not be set.</source>
        <translation>`{}`은(는) 설정하면 안 됩니다.</translation>
    </message>
    <message>
        <source>always {}</source>
        <translation>항상 {}</translation>
    </message>
    <message>
        <source>any JSON</source>
        <translation>아무 JSON</translation>
    </message>
    <message>
        <source>at least {low} characters</source>
        <translation>최소 {low}자</translation>
    </message>
    <message>
        <source>at least {low} items</source>
        <translation>항목 최소 {low}개</translation>
    </message>
    <message>
        <source>at least {low} properties</source>
        <translation>속성 최소 {low}개</translation>
    </message>
    <message>
        <source>at most {high} characters</source>
        <translation>최대 {high}자</translation>
    </message>
    <message>
        <source>at most {high} items</source>
        <translation>항목 최대 {high}개</translation>
    </message>
    <message>
        <source>at most {high} properties</source>
        <translation>속성 최대 {high}개</translation>
    </message>
    <message>
        <source>because `{}` is set</source>
        <translation>`{}`이(가) 설정되어 있어서</translation>
    </message>
    <message>
        <source>because of the other values</source>
        <translation>다른 값들 때문에</translation>
    </message>
    <message>
        <source>because one of the alternatives requires it</source>
        <translation>선택지 가운데 하나가 요구하므로</translation>
    </message>
    <message>
        <source>because {}</source>
        <translation>이유: {}</translation>
    </message>
    <message>
        <source>default: {}</source>
        <translation>기본값: {}</translation>
    </message>
    <message>
        <source>depends on the other values</source>
        <translation>다른 값들에 달려 있음</translation>
    </message>
    <message>
        <source>deprecated</source>
        <translation>더 이상 쓰지 않음</translation>
    </message>
    <message>
        <source>expected a colon</source>
        <translation>콜론이 와야 합니다</translation>
    </message>
    <message>
        <source>expected a comma or {}</source>
        <translation>쉼표나 {}이(가) 와야 합니다</translation>
    </message>
    <message>
        <source>expected a key in double quotes</source>
        <translation>큰따옴표로 묶은 키가 와야 합니다</translation>
    </message>
    <message>
        <source>expected a value</source>
        <translation>값이 와야 합니다</translation>
    </message>
    <message>
        <source>for example: {}</source>
        <translation>예: {}</translation>
    </message>
    <message>
        <source>format {}</source>
        <translation>형식 {}</translation>
    </message>
    <message>
        <source>it</source>
        <translation>이것</translation>
    </message>
    <message>
        <source>multiple of</source>
        <translation>배수의 기준</translation>
    </message>
    <message>
        <source>one of several shapes {}</source>
        <translation>여러 형태 중 하나 {}</translation>
    </message>
    <message>
        <source>one of {}</source>
        <translation>{} 가운데 하나</translation>
    </message>
    <message>
        <source>or</source>
        <translation>또는</translation>
    </message>
    <message>
        <source>or null</source>
        <translation>또는 null</translation>
    </message>
    <message>
        <source>pattern {}</source>
        <translation>패턴 {}</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>required</source>
        <translation>필수</translation>
    </message>
    <message>
        <source>required · {}</source>
        <translation>필수 · {}</translation>
    </message>
    <message>
        <source>string is not closed or has a bad escape</source>
        <translation>문자열이 닫히지 않았거나 이스케이프가 잘못됨</translation>
    </message>
    <message>
        <source>text after the end of the document</source>
        <translation>문서가 끝난 뒤의 텍스트</translation>
    </message>
    <message>
        <source>unique</source>
        <translation>중복 없음</translation>
    </message>
    <message>
        <source>when `{}` is set</source>
        <translation>`{}`이(가) 설정되어 있을 때</translation>
    </message>
    <message>
        <source>when {}</source>
        <translation>조건: {}</translation>
    </message>
    <message>
        <source>{!r} is not NAME=VALUE; write message=hello, or limit:=10 for JSON</source>
        <translation>{!r}은(는) NAME=VALUE가 아닙니다. message=hello처럼 쓰거나 JSON이면 limit:=10처럼 쓰세요</translation>
    </message>
    <message>
        <source>{first} and {last}</source>
        <translation>{first} 그리고 {last}</translation>
    </message>
    <message>
        <source>{low} to {high} characters</source>
        <translation>{low}~{high}자</translation>
    </message>
    <message>
        <source>{low} to {high} items</source>
        <translation>항목 {low}~{high}개</translation>
    </message>
    <message>
        <source>{low} to {high} properties</source>
        <translation>속성 {low}~{high}개</translation>
    </message>
    <message>
        <source>{name} does not match {value}</source>
        <translation>{name}이(가) {value}와(과) 맞지 않음</translation>
    </message>
    <message>
        <source>{name} is above {value}</source>
        <translation>{name}이(가) {value} 초과</translation>
    </message>
    <message>
        <source>{name} is at least {value}</source>
        <translation>{name}이(가) {value} 이상</translation>
    </message>
    <message>
        <source>{name} is at most {value}</source>
        <translation>{name}이(가) {value} 이하</translation>
    </message>
    <message>
        <source>{name} is below {value}</source>
        <translation>{name}이(가) {value} 미만</translation>
    </message>
    <message>
        <source>{name} is not of type {value}</source>
        <translation>{name}의 형식이 {value} 아님</translation>
    </message>
    <message>
        <source>{name} is not {value}</source>
        <translation>{name}이(가) {value} 아님</translation>
    </message>
    <message>
        <source>{name} is of type {value}</source>
        <translation>{name}의 형식이 {value}</translation>
    </message>
    <message>
        <source>{name} is {value}</source>
        <translation>{name}이(가) {value}</translation>
    </message>
    <message>
        <source>{name} matches {value}</source>
        <translation>{name}이(가) {value}와(과) 맞음</translation>
    </message>
    <message>
        <source>{name}:= must be followed by JSON: {error}</source>
        <translation>{name}:= 뒤에는 JSON이 와야 합니다: {error}</translation>
    </message>
    <message>
        <source>{name}:= must be followed by JSON; an empty string is {name}:=&apos;&quot;&quot;&apos;</source>
        <translation>{name}:= 뒤에는 JSON이 와야 합니다. 빈 문자열은 {name}:=&apos;&quot;&quot;&apos;입니다</translation>
    </message>
    <message>
        <source>{text} and {clause}</source>
        <translation>{text} 그리고 {clause}</translation>
    </message>
    <message>
        <source>{} is given twice, but is not a list; give it once</source>
        <translation>{}이(가) 두 번 나오는데 목록이 아닙니다. 한 번만 쓰세요</translation>
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
    <name>SearchLine</name>
    <message>
        <source>Search</source>
        <translation>검색</translation>
    </message>
</context>
<context>
    <name>SecretLine</name>
    <message>
        <source>Forget the saved secret</source>
        <translation>저장된 비밀 값 삭제</translation>
    </message>
    <message>
        <source>or ${env:NAME}</source>
        <translation>또는 ${env:NAME}</translation>
    </message>
    <message>
        <source>saved, not shown; type to replace it</source>
        <translation>저장됨, 표시하지 않음. 바꾸려면 입력하세요</translation>
    </message>
</context>
<context>
    <name>Sections</name>
    <message>
        <source>Sections</source>
        <translation>섹션</translation>
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
        <source>Duplicate</source>
        <translation>복제</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>편집…</translation>
    </message>
    <message>
        <source>No matching servers.</source>
        <translation>일치하는 서버가 없습니다.</translation>
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
        <translation>두 번째 연결</translation>
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
        <source>Sign-in needed</source>
        <translation>로그인 필요</translation>
    </message>
    <message>
        <source>Stop retrying</source>
        <translation>다시 시도하지 않기</translation>
    </message>
    <message>
        <source>Write to client&apos;s file…</source>
        <translation>클라이언트 파일에 쓰기…</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>닫는 중</translation>
    </message>
    <message>
        <source>closing…</source>
        <translation>닫는 중…</translation>
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
        <source>failed, not retrying</source>
        <translation>실패, 다시 시도하지 않음</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>방금</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>연결 안 됨</translation>
    </message>
    <message>
        <source>retry in {0} s · attempt {1}</source>
        <translation>{0}초 뒤 재시도 · {1}번째 시도</translation>
    </message>
    <message>
        <source>{} d ago</source>
        <translation>{}일 전</translation>
    </message>
    <message>
        <source>{} h ago</source>
        <translation>{}시간 전</translation>
    </message>
    <message>
        <source>{} min ago</source>
        <translation>{}분 전</translation>
    </message>
</context>
<context>
    <name>ServerPanel</name>
    <message>
        <source>, returned an error</source>
        <translation>, 오류 반환</translation>
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
        <source>Also supports</source>
        <translation>함께 지원하는 것</translation>
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
        <source>Environment</source>
        <translation>환경</translation>
    </message>
    <message>
        <source>Era</source>
        <translation>세대</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>안내(instructions)</translation>
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
        <source>Server capabilities</source>
        <translation>서버 기능(capability)</translation>
    </message>
    <message>
        <source>Show this exchange in the timeline</source>
        <translation>타임라인에서 이 호출 보기</translation>
    </message>
    <message>
        <source>Sign-in needed</source>
        <translation>로그인 필요</translation>
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
        <source>Website</source>
        <translation>웹사이트</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>Working directory</source>
        <translation>작업 폴더</translation>
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
        <source>connection failed</source>
        <translation>연결 실패</translation>
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
        <source>ping: round-trip time</source>
        <translation>ping: 응답에 걸리는 시간</translation>
    </message>
    <message>
        <source>server/discover: round-trip time</source>
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
        <source>Not retrying: {}</source>
        <translation>다시 시도하지 않음: {}</translation>
    </message>
    <message>
        <source>One more connection to {}; not saved</source>
        <translation>{}의 추가 연결, 저장하지 않음</translation>
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
        <source>◉ Restarts when its files change</source>
        <translation>◉ 파일이 바뀌면 다시 시작</translation>
    </message>
</context>
<context>
    <name>ServerSupervisor</name>
    <message>
        <source>The files of {0} cannot be watched: {1}</source>
        <translation>{0}의 파일을 지켜볼 수 없습니다: {1}</translation>
    </message>
    <message>
        <source>{0} seems to write {1} itself each time it starts, so its files are no longer watched. Choose what to watch under Edit, Restart and roots.</source>
        <translation>{0}은(는) 시작할 때마다 {1}을(를) 스스로 쓰는 것 같아 그 파일을 더 지켜보지 않습니다. 편집의 다시 시작과 루트에서 지켜볼 것을 정하세요.</translation>
    </message>
    <message>
        <source>{}: its folder is not known. Choose what to watch under Edit, Restart and roots.</source>
        <translation>{}: 알려진 폴더가 없습니다. 편집의 다시 시작과 루트에서 지켜볼 것을 정하세요.</translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>The server list could not be saved: {}</source>
        <translation>서버 목록을 저장하지 못했습니다: {}</translation>
    </message>
    <message>
        <source>server</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>SessionComparing</name>
    <message>
        <source>Comparing with {}…</source>
        <translation>{}와(과) 비교하는 중…</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>{} is not a session file. Import it, then save it as one.</source>
        <translation>{}은(는) 세션 파일이 아닙니다. 가져온 다음 세션 파일로 저장하세요.</translation>
    </message>
</context>
<context>
    <name>SessionFiles</name>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Compare with session</source>
        <translation>세션과 비교</translation>
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
        <source>Left out (not MCP): {}.</source>
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
        <source>Open a session file</source>
        <translation>세션 파일 열기</translation>
    </message>
    <message>
        <source>Open what can be read</source>
        <translation>읽을 수 있는 것 열기</translation>
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
        <source>Recovered from {}: %Ln record(s). The file is not changed.</source>
        <translation>{}에서 읽을 수 있었던 것입니다: 기록 %Ln개. 파일은 그대로 둡니다.</translation>
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
        <source>Unreadable, shown as malformed: {}.</source>
        <translation>읽을 수 없어 형식 오류로 보이는 것: {}.</translation>
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
        <translation>연결과 검사 결과</translation>
    </message>
    <message>
        <source>Connections {}</source>
        <translation>연결 {}</translation>
    </message>
    <message>
        <source>Findings {}</source>
        <translation>검사 결과 {}</translation>
    </message>
    <message>
        <source>Marks, notes and colours stay in this window: {0}. “Save session as…” keeps them.</source>
        <translation>표시, 메모, 색은 이 창에 남습니다: {0}. “세션을 다른 이름으로 저장…”으로 보관합니다.</translation>
    </message>
    <message>
        <source>Only the first {0} connections are shown here.</source>
        <translation>연결은 처음 {0}개만 여기에 표시됩니다.</translation>
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
        <source>The file contains no connections.</source>
        <translation>파일에 연결이 없습니다.</translation>
    </message>
</context>
<context>
    <name>SessionsModel</name>
    <message>
        <source>Calls only in one session: {}</source>
        <translation>한 세션에만 있는 호출: {}</translation>
    </message>
    <message>
        <source>Calls: {0} of {1} have a different result</source>
        <translation>호출: {1}개 중 {0}개의 결과가 다름</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>Offer or call</source>
        <translation>제공 항목 또는 호출</translation>
    </message>
    <message>
        <source>Offers: {0} of {1} differ</source>
        <translation>제공 항목: {1}개 중 {0}개가 다름</translation>
    </message>
    <message>
        <source>Only in {0}: {1}</source>
        <translation>{0}에만 있음: {1}</translation>
    </message>
    <message>
        <source>Prompts: {0} of {1} differ</source>
        <translation>프롬프트: {1}개 중 {0}개가 다름</translation>
    </message>
    <message>
        <source>Resource templates: {0} of {1} differ</source>
        <translation>리소스 템플릿: {1}개 중 {0}개가 다름</translation>
    </message>
    <message>
        <source>Resources: {0} of {1} differ</source>
        <translation>리소스: {1}개 중 {0}개가 다름</translation>
    </message>
    <message>
        <source>Server: {0} of {1} differ</source>
        <translation>서버: {1}개 중 {0}개가 다름</translation>
    </message>
    <message>
        <source>There are too many calls; later ones were not compared.</source>
        <translation>호출이 너무 많아 뒤의 호출은 비교하지 않았습니다.</translation>
    </message>
    <message>
        <source>Tools: {0} of {1} differ</source>
        <translation>도구: {1}개 중 {0}개가 다름</translation>
    </message>
    <message>
        <source>added</source>
        <translation>추가됨</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>바뀜</translation>
    </message>
    <message>
        <source>fails on the right</source>
        <translation>오른쪽에서 실패</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>옮겨짐</translation>
    </message>
    <message>
        <source>no differences</source>
        <translation>차이 없음</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>비교하지 않음</translation>
    </message>
    <message>
        <source>not compared: not listed in {}</source>
        <translation>비교하지 않음: {}에 목록이 없음</translation>
    </message>
    <message>
        <source>nothing to compare</source>
        <translation>비교할 것이 없음</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>없어짐</translation>
    </message>
    <message>
        <source>same</source>
        <translation>같음</translation>
    </message>
    <message>
        <source>same but for ids and times</source>
        <translation>id와 시각만 다름</translation>
    </message>
    <message>
        <source>tool error</source>
        <translation>도구 오류</translation>
    </message>
    <message>
        <source>works on the right</source>
        <translation>오른쪽에서 성공</translation>
    </message>
    <message>
        <source>{} times faster</source>
        <translation>{}배 빠름</translation>
    </message>
    <message>
        <source>{} times slower</source>
        <translation>{}배 느림</translation>
    </message>
    <message>
        <source>… {} more: mcpdi diff lists them all.</source>
        <translation>… {}개 더: mcpdi diff로 모두 볼 수 있습니다.</translation>
    </message>
</context>
<context>
    <name>SessionsPane</name>
    <message>
        <source>Compare left and right</source>
        <translation>왼쪽과 오른쪽 비교</translation>
    </message>
    <message>
        <source>Compare {} and {}</source>
        <translation>{}와(과) {} 비교</translation>
    </message>
    <message>
        <source>Copy row</source>
        <translation>행 복사</translation>
    </message>
    <message>
        <source>Copy the differences as text</source>
        <translation>차이를 텍스트로 복사</translation>
    </message>
    <message>
        <source>Differences between the sessions</source>
        <translation>세션 사이의 차이</translation>
    </message>
    <message>
        <source>Double-click a call to compare the two results.</source>
        <translation>호출을 두 번 클릭하면 두 결과를 비교합니다.</translation>
    </message>
    <message>
        <source>No differences except ids, times and durations.</source>
        <translation>id, 시각, 걸린 시간 말고는 차이가 없습니다.</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>차이만</translation>
    </message>
    <message>
        <source>Show #{0} in {1}</source>
        <translation>{1}에서 #{0} 보기</translation>
    </message>
    <message>
        <source>Swap left and right</source>
        <translation>왼쪽과 오른쪽 바꾸기</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Animation</source>
        <translation>애니메이션</translation>
    </message>
    <message>
        <source>Answer lists and reads from the cache while they are fresh (ttlMs), as a real client may.</source>
        <translation>실제 클라이언트처럼 최신인 동안(ttlMs) 목록과 읽기를 캐시에서 답합니다.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>모양</translation>
    </message>
    <message>
        <source>Below this, large messages are not stored; recording stays in memory and servers wait until there is room again.</source>
        <translation>이보다 적으면 큰 메시지를 저장하지 않습니다. 공간이 생길 때까지 기록은 메모리에 두고 서버는 기다립니다.</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>호출</translation>
    </message>
    <message>
        <source>Client capabilities</source>
        <translation>클라이언트 기능</translation>
    </message>
    <message>
        <source>Command that opens a source file from a traceback, such as code -g {file}:{line}:{column}. If empty: VS Code if installed, otherwise the folder.</source>
        <translation>트레이스백의 소스 파일을 여는 명령. 예: code -g {file}:{line}:{column}. 비우면 설치된 VS Code로, 없으면 폴더를 엽니다.</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Default answer</source>
        <translation>기본 답</translation>
    </message>
    <message>
        <source>Disk space for large messages per session; beyond that only their beginning is kept.</source>
        <translation>세션마다 큰 메시지에 쓸 디스크 공간. 넘으면 앞부분만 보관합니다.</translation>
    </message>
    <message>
        <source>Disk space to keep free</source>
        <translation>남겨 둘 디스크 공간</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>편집기</translation>
    </message>
    <message>
        <source>Enforce formats</source>
        <translation>format 강제</translation>
    </message>
    <message>
        <source>Era or revision for new servers; auto asks the server.</source>
        <translation>새 서버의 세대나 개정판. 자동은 서버에 물어 정합니다.</translation>
    </message>
    <message>
        <source>Fetch a list again as soon as the server reports a change.</source>
        <translation>서버에서 바뀐 목록을 곧바로 다시 가져옵니다.</translation>
    </message>
    <message>
        <source>Fetch changed lists</source>
        <translation>바뀐 목록 가져오기</translation>
    </message>
    <message>
        <source>Fetch only the first page of a list; load more on demand.</source>
        <translation>목록의 첫 페이지만 가져오고 나머지는 필요할 때 가져옵니다.</translation>
    </message>
    <message>
        <source>Folders or URIs sent to servers that ask for roots.</source>
        <translation>서버가 루트를 물으면 알려 주는 폴더나 URI.</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>따라가기</translation>
    </message>
    <message>
        <source>How long a request may take before it is cancelled; progress does not extend it.</source>
        <translation>요청이 취소되기까지 걸려도 되는 시간. 진행률 알림이 와도 늘어나지 않습니다.</translation>
    </message>
    <message>
        <source>How long a server may take to answer server/discover before the older handshake is tried.</source>
        <translation>이전 핸드셰이크를 시도하기 전에 서버가 server/discover에 응답할 시간.</translation>
    </message>
    <message>
        <source>How long a server may take to exit after its stdin is closed.</source>
        <translation>stdin이 닫힌 뒤 서버가 종료할 때까지 기다리는 시간.</translation>
    </message>
    <message>
        <source>Initial text of the answer to a sampling request.</source>
        <translation>샘플링 요청에 대한 답의 초기 텍스트.</translation>
    </message>
    <message>
        <source>Keep secrets</source>
        <translation>비밀 값 보관</translation>
    </message>
    <message>
        <source>Keep sessions</source>
        <translation>세션 보관</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Language of the windows; what you typed and the connections are kept.</source>
        <translation>창의 언어입니다. 입력한 것과 연결은 그대로입니다.</translation>
    </message>
    <message>
        <source>Large message storage</source>
        <translation>큰 메시지 저장 공간</translation>
    </message>
    <message>
        <source>Larger messages are written to a file next to the session and shown truncated.</source>
        <translation>더 긴 메시지는 세션 옆의 파일에 쓰고 잘라서 보여 줍니다.</translation>
    </message>
    <message>
        <source>Let calls become tasks (the extension of 2026-07-28), which are then polled.</source>
        <translation>호출이 작업이 될 수 있게 합니다(2026-07-28의 확장). 작업은 폴링합니다.</translation>
    </message>
    <message>
        <source>Let servers ask for a model&apos;s response; you write it.</source>
        <translation>서버가 모델의 응답을 요청할 수 있게 합니다. 응답은 직접 씁니다.</translation>
    </message>
    <message>
        <source>Let servers ask for the roots below.</source>
        <translation>서버가 아래의 루트를 요청할 수 있게 합니다.</translation>
    </message>
    <message>
        <source>Let servers ask you questions.</source>
        <translation>서버가 질문할 수 있게 합니다.</translation>
    </message>
    <message>
        <source>Light, dark, or follow the system.</source>
        <translation>밝게, 어둡게, 또는 시스템 설정대로.</translation>
    </message>
    <message>
        <source>Listen for changes</source>
        <translation>변경 알림 받기</translation>
    </message>
    <message>
        <source>Lists and caching</source>
        <translation>목록과 캐시</translation>
    </message>
    <message>
        <source>Maximum list size</source>
        <translation>최대 목록 크기</translation>
    </message>
    <message>
        <source>Maximum message size</source>
        <translation>최대 메시지 크기</translation>
    </message>
    <message>
        <source>Offer elicitation</source>
        <translation>질의(elicitation) 제공</translation>
    </message>
    <message>
        <source>Offer roots</source>
        <translation>루트 제공</translation>
    </message>
    <message>
        <source>Offer sampling</source>
        <translation>샘플링 제공</translation>
    </message>
    <message>
        <source>Offer tasks</source>
        <translation>작업 제공</translation>
    </message>
    <message>
        <source>One row per call, or every message.</source>
        <translation>호출마다 한 행 또는 모든 메시지.</translation>
    </message>
    <message>
        <source>Page through lists</source>
        <translation>목록을 페이지 단위로</translation>
    </message>
    <message>
        <source>Pages of a list are fetched up to this size; further pages on demand.</source>
        <translation>목록의 페이지를 합쳐 이 크기가 될 때까지 가져옵니다. 그다음 페이지는 요청할 때 가져옵니다.</translation>
    </message>
    <message>
        <source>Probe timeout</source>
        <translation>탐색 시간 제한</translation>
    </message>
    <message>
        <source>Progress bars, blinking cursors and fading menus: follow the system, always, or none.</source>
        <translation>진행률 막대, 깜박이는 커서, 서서히 나타나는 메뉴: 시스템 설정대로, 항상, 또는 없음.</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>프로토콜</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Remember arguments</source>
        <translation>인수 보관</translation>
    </message>
    <message>
        <source>Remember the arguments of each tool, without secrets.</source>
        <translation>비밀 값을 뺀 도구별 인수를 기억합니다.</translation>
    </message>
    <message>
        <source>Roots</source>
        <translation>루트</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>비밀 값</translation>
    </message>
    <message>
        <source>Shutdown timeout</source>
        <translation>종료 제한 시간</translation>
    </message>
    <message>
        <source>Size of text and controls; 100 % is the system&apos;s size.</source>
        <translation>모든 글과 컨트롤의 크기. 100 %가 시스템의 크기입니다.</translation>
    </message>
    <message>
        <source>Subscribe to list changes of modern servers (subscriptions/listen); older ones report them anyway.</source>
        <translation>목록이 바뀌면 알려 달라고 신형 서버에 요청합니다(subscriptions/listen). 구형 서버는 요청하지 않아도 알립니다.</translation>
    </message>
    <message>
        <source>The timeline scrolls to the newest record.</source>
        <translation>타임라인이 최신 레코드로 스크롤합니다.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>테마</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>타임라인</translation>
    </message>
    <message>
        <source>Timeline shows</source>
        <translation>타임라인에 보일 것</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>시간 제한</translation>
    </message>
    <message>
        <source>Treat an invalid email, date or other format as an error. Off: a warning from JSON Schema 2019-09 on, where formats only describe; in older schemas they are always enforced.</source>
        <translation>올바르지 않은 이메일, 날짜 등의 format을 오류로 처리합니다. 끄면 format이 설명일 뿐인 JSON Schema 2019-09부터는 경고이고, 옛 스키마에서는 항상 강제합니다.</translation>
    </message>
    <message>
        <source>Unsaved sessions stay under File, Recent sessions. 0: discard them when the window closes.</source>
        <translation>저장하지 않은 세션은 파일, 최근 세션에 남습니다. 0: 창을 닫으면 삭제합니다.</translation>
    </message>
    <message>
        <source>Use the cache</source>
        <translation>캐시 사용</translation>
    </message>
    <message>
        <source>Where tokens and passwords are stored: in the system keychain (if there is none, until the app closes), in memory, in an encrypted file, or nowhere (refused). Takes effect at the next start.</source>
        <translation>토큰과 비밀번호는 시스템의 키체인에(없으면 프로그램이 끝날 때까지) 두거나, 끝날 때까지 메모리에(memory), 암호 구문이 있는 파일에(encrypted) 두거나, 보관하지 않습니다(refused). 다음 시작부터 적용됩니다.</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>확대</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>문자열</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>정수</translation>
    </message>
    <message>
        <source>days</source>
        <translation>일</translation>
    </message>
    <message>
        <source>no setting named {!r}</source>
        <translation>{!r}(이)라는 설정이 없습니다</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>참 또는 거짓</translation>
    </message>
    <message>
        <source>{name} must be a list of strings, not {value!r}</source>
        <translation>{name}은(는) {value!r}이(가) 아니라 문자열 목록이어야 합니다</translation>
    </message>
    <message>
        <source>{name} must be one of {choices}, not {value!r}</source>
        <translation>{name}은(는) {value!r}이(가) 아니라 {choices} 가운데 하나여야 합니다</translation>
    </message>
    <message>
        <source>{name} must be {allowed}, not {value!r}</source>
        <translation>{name}은(는) {value!r}이(가) 아니라 {allowed}이어야 합니다</translation>
    </message>
    <message>
        <source>{name} must be {kind}, not {value!r}</source>
        <translation>{name}은(는) {value!r}이(가) 아니라 {kind}이어야 합니다</translation>
    </message>
    <message>
        <source>{path}: {error}; the default is used</source>
        <translation>{path}: {error}. 기본값을 씁니다</translation>
    </message>
</context>
<context>
    <name>ShortcutsOverlay</name>
    <message>
        <source>Close (Esc)</source>
        <translation>닫기(Esc)</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>키보드 단축키</translation>
    </message>
    <message>
        <source>No shortcuts match “{}”.</source>
        <translation>“{}”와(과) 일치하는 단축키가 없습니다.</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>단축키 검색</translation>
    </message>
</context>
<context>
    <name>SignIn</name>
    <message>
        <source>A response with a different state does not belong to this sign-in and was ignored. Wait for the right one, or cancel and open the page again.</source>
        <translation>state가 달라 이 로그인의 것이 아닌 응답을 무시했습니다. 맞는 응답을 기다리거나, 취소하고 페이지를 다시 여세요.</translation>
    </message>
    <message>
        <source>No browser could be opened; copy the address and open it yourself.</source>
        <translation>브라우저를 열 수 없습니다. 주소를 복사해 직접 여세요.</translation>
    </message>
    <message>
        <source>Token refresh failed: sign in again.</source>
        <translation>토큰을 갱신하지 못했습니다. 다시 로그인하세요.</translation>
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
        <source>This is taking a while. The server may still be starting, or something is blocking it.</source>
        <translation>시간이 오래 걸립니다. 서버가 아직 시작 중이거나 무언가에 막혀 있을 수 있습니다.</translation>
    </message>
</context>
<context>
    <name>SourceEditor</name>
    <message>
        <source>Could not start {}. Its command is under Settings, Editor.</source>
        <translation>{}을(를) 시작하지 못했습니다. 명령은 설정, 편집기에 있습니다.</translation>
    </message>
    <message>
        <source>Settings, Editor: {}</source>
        <translation>설정, 편집기: {}</translation>
    </message>
    <message>
        <source>This file&apos;s name cannot be passed to {}.</source>
        <translation>이 파일의 이름은 {}에 전달할 수 없습니다.</translation>
    </message>
    <message>
        <source>{} does not exist on this computer.</source>
        <translation>이 컴퓨터에 {}이(가) 없습니다.</translation>
    </message>
</context>
<context>
    <name>SourceLines</name>
    <message>
        <source>Open {0}, line {1}</source>
        <translation>{0} {1}행 열기</translation>
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
        <source>(none)</source>
        <translation>(없음)</translation>
    </message>
    <message>
        <source>(not given)</source>
        <translation>(지정되지 않음)</translation>
    </message>
    <message>
        <source>Nothing is open yet: the button opens this request at {}.</source>
        <translation>아직 아무것도 열지 않았습니다. 버튼을 누르면 {}에서 이 요청을 엽니다.</translation>
    </message>
    <message>
        <source>Running: “{}”…</source>
        <translation>진행 중: “{}”…</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>진행 중…</translation>
    </message>
    <message>
        <source>Step by step. Next: “{}”.</source>
        <translation>한 단계씩. 다음: “{}”.</translation>
    </message>
    <message>
        <source>Stopped at “{}”.</source>
        <translation>“{}”에서 중지됨.</translation>
    </message>
    <message>
        <source>The server names {} authorization servers. Choose one, or continue with the first.</source>
        <translation>서버가 인가 서버를 {}개 지정합니다. 하나를 고르거나 첫 번째로 계속하세요.</translation>
    </message>
    <message>
        <source>The server no longer accepts the token (401). Sign in again?</source>
        <translation>서버가 토큰을 더 이상 받지 않습니다(401). 다시 로그인할까요?</translation>
    </message>
    <message>
        <source>The server requires more scopes. New: {}. Granted: {}.</source>
        <translation>서버가 스코프를 더 요구합니다. 새 스코프: {}. 승인됨: {}.</translation>
    </message>
    <message>
        <source>The server requires sign-in (401). Sign in?</source>
        <translation>서버에 로그인이 필요합니다(401). 로그인할까요?</translation>
    </message>
    <message>
        <source>Waiting for the response from {} in your browser (up to 5 minutes).</source>
        <translation>브라우저에서 {}의 응답을 기다리는 중입니다(최대 5분).</translation>
    </message>
</context>
<context>
    <name>StatisticsChart</name>
    <message>
        <source>Latency over time</source>
        <translation>시간에 따른 지연 시간</translation>
    </message>
    <message>
        <source>No completed calls of {0} yet.</source>
        <translation>{0}의 완료된 호출이 아직 없습니다.</translation>
    </message>
    <message>
        <source>Select a line to see its latency over time.</source>
        <translation>줄을 선택하면 시간에 따른 지연 시간이 표시됩니다.</translation>
    </message>
    <message>
        <source>bars: calls</source>
        <translation>막대: 호출 수</translation>
    </message>
    <message>
        <source>bars: calls/s</source>
        <translation>막대: 초당 호출</translation>
    </message>
    <message>
        <source>each dot is a call</source>
        <translation>점 하나가 호출 하나</translation>
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
        <translation>클릭하면 필터: {0}</translation>
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
        <source>Cancelled</source>
        <translation>취소함</translation>
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
        <source>Could not save: {0}</source>
        <translation>저장하지 못했습니다: {0}</translation>
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
        <source>Count everything, or only what matches the timeline filter</source>
        <translation>모두 집계하거나 타임라인 필터에 맞는 것만 집계</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
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
        <source>Lost</source>
        <translation>끊김</translation>
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
        <source>Partial count</source>
        <translation>일부만 집계함</translation>
    </message>
    <message>
        <source>Partial count: continue</source>
        <translation>일부만 집계함: 계속</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>Print the chart…</source>
        <translation>차트 인쇄…</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>차트 저장</translation>
    </message>
    <message>
        <source>Save the chart as PNG…</source>
        <translation>차트를 PNG로 저장…</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>저장함: {0}</translation>
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
        <source>Statistics</source>
        <translation>통계</translation>
    </message>
    <message>
        <source>Stop counting</source>
        <translation>그만 세기</translation>
    </message>
    <message>
        <source>The figures as a table, the chart as a picture</source>
        <translation>수치는 표로, 차트는 그림으로</translation>
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
        <source>…and these (added to the current filter)</source>
        <translation>…그리고 이것들(현재 필터에 추가)</translation>
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
        <source>How requests and responses are shown</source>
        <translation>요청과 응답을 보는 방법</translation>
    </message>
    <message>
        <source>Parsed</source>
        <translation>필드별 보기</translation>
    </message>
    <message>
        <source>Requests and responses as sent, without secrets</source>
        <translation>보낸 그대로의 요청과 응답, 비밀 값 제외</translation>
    </message>
    <message>
        <source>Show secret</source>
        <translation>비밀 값 보기</translation>
    </message>
    <message>
        <source>Shows or hides the secret of the selected row</source>
        <translation>선택한 행의 비밀 값을 보이거나 숨깁니다</translation>
    </message>
    <message>
        <source>Source: {}</source>
        <translation>출처: {}</translation>
    </message>
    <message>
        <source>Values, requests and responses</source>
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
    <message>
        <source>Sign in</source>
        <translation>로그인</translation>
    </message>
</context>
<context>
    <name>SubscribeBar</name>
    <message>
        <source>1 update</source>
        <translation>갱신 1회</translation>
    </message>
    <message>
        <source>Get notified when this resource changes</source>
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
        <translation>● 갱신됨, 다시 읽으세요</translation>
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
        <source>rejected</source>
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
        <source>Changes that the server reports are listed here.</source>
        <translation>서버가 알린 변경이 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>Click New to subscribe.</source>
        <translation>구독하려면 ‘새로 만들기’를 누르세요.</translation>
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
        <source>New subscription</source>
        <translation>새 구독</translation>
    </message>
    <message>
        <source>No events yet.</source>
        <translation>아직 이벤트가 없습니다.</translation>
    </message>
    <message>
        <source>No subscriptions.</source>
        <translation>구독이 없습니다.</translation>
    </message>
    <message>
        <source>Opened for the lists, and for what you subscribe to in Resources.</source>
        <translation>목록과, 리소스에서 구독한 것을 위해 열었습니다.</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>레코드</translation>
    </message>
    <message>
        <source>This server reports list changes without a subscription. Subscribe to a resource in Resources or here.</source>
        <translation>이 서버는 구독 없이도 목록 변경을 알립니다. 리소스에서 또는 여기서 리소스를 구독하세요.</translation>
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
    <name>SuiteModel</name>
    <message>
        <source>Revision</source>
        <translation>개정판</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>시나리오</translation>
    </message>
    <message>
        <source>What the suite says</source>
        <translation>검사 모음의 설명</translation>
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
        <source>Copy the task ID</source>
        <translation>작업 ID 복사</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Poll automatically</source>
        <translation>자동 폴링</translation>
    </message>
    <message>
        <source>Poll now</source>
        <translation>지금 폴링</translation>
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
        <source>Status history</source>
        <translation>상태 기록</translation>
    </message>
    <message>
        <source>Subscribe to this task (subscriptions/listen with its id)</source>
        <translation>이 작업 구독(id를 넣은 subscriptions/listen)</translation>
    </message>
    <message>
        <source>core of 2025-11-25</source>
        <translation>2025-11-25의 핵심 사양</translation>
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
        <source>from an earlier session</source>
        <translation>이전 실행에서</translation>
    </message>
    <message>
        <source>known for {}</source>
        <translation>{} 동안 알려짐</translation>
    </message>
    <message>
        <source>polled {} ×</source>
        <translation>{}회 폴링함</translation>
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
        <source>A request; the server decides. 0: not specified</source>
        <translation>요청 값이며 서버가 결정합니다. 0: 지정 안 함</translation>
    </message>
    <message>
        <source>Run as task</source>
        <translation>작업으로 실행</translation>
    </message>
    <message>
        <source>Seconds the server should keep the task</source>
        <translation>서버가 작업을 보관할 시간(초)</translation>
    </message>
    <message>
        <source>The call returns a task at once, which is then polled</source>
        <translation>호출이 곧바로 작업을 반환하고, 그 작업을 폴링합니다</translation>
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
        <source>cancelling</source>
        <translation>취소하는 중</translation>
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
        <source>kept forever</source>
        <translation>계속 보관됨</translation>
    </message>
    <message>
        <source>may be forgotten</source>
        <translation>지워졌을 수 있음</translation>
    </message>
    <message>
        <source>next poll in {}</source>
        <translation>{} 뒤 다시 확인</translation>
    </message>
    <message>
        <source>not asked yet</source>
        <translation>아직 묻지 않음</translation>
    </message>
    <message>
        <source>not polled</source>
        <translation>확인하지 않음</translation>
    </message>
    <message>
        <source>polling…</source>
        <translation>확인하는 중…</translation>
    </message>
    <message>
        <source>tool error</source>
        <translation>도구 오류</translation>
    </message>
    <message>
        <source>unknown to the server</source>
        <translation>서버가 모르는 작업</translation>
    </message>
    <message>
        <source>working</source>
        <translation>진행 중</translation>
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
        <source>{} left</source>
        <translation>{} 남음</translation>
    </message>
    <message>
        <source>{} min</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>{} s</source>
        <translation>{}초</translation>
    </message>
</context>
<context>
    <name>TasksPanel</name>
    <message>
        <source>Ask the server for its tasks (tasks/list)</source>
        <translation>서버에 작업 목록 요청(tasks/list)</translation>
    </message>
    <message>
        <source>ID of a task created elsewhere</source>
        <translation>다른 곳에서 만든 작업의 ID</translation>
    </message>
    <message>
        <source>List</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>No tasks yet.</source>
        <translation>아직 작업이 없습니다.</translation>
    </message>
    <message>
        <source>Open a task created elsewhere</source>
        <translation>다른 곳에서 만든 작업 열기</translation>
    </message>
    <message>
        <source>Task ID, then Enter</source>
        <translation>작업 ID를 입력하고 Enter</translation>
    </message>
    <message>
        <source>The result appears here when the task has ended.</source>
        <translation>작업이 끝나면 결과가 여기에 나옵니다.</translation>
    </message>
    <message>
        <source>The task was cancelled; there is no result.</source>
        <translation>작업이 취소되어 결과가 없습니다.</translation>
    </message>
    <message>
        <source>Tool calls that become tasks are followed here until they end.</source>
        <translation>작업이 된 도구 호출을 끝날 때까지 여기서 추적합니다.</translation>
    </message>
    <message>
        <source>the server returned an error: {}</source>
        <translation>서버가 오류를 반환했습니다: {}</translation>
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
        <source>Help on this</source>
        <translation>이곳의 도움말</translation>
    </message>
</context>
<context>
    <name>TextEditor</name>
    <message>
        <source>Edit the JSON in this text</source>
        <translation>이 텍스트 안의 JSON 편집</translation>
    </message>
    <message>
        <source>Hide it</source>
        <translation>숨기기</translation>
    </message>
    <message>
        <source>Invisible characters. They are sent as is.</source>
        <translation>보이지 않는 문자입니다. 그대로 보냅니다.</translation>
    </message>
    <message>
        <source>It is sent as well.</source>
        <translation>이것도 보냅니다.</translation>
    </message>
    <message>
        <source>Show hidden text</source>
        <translation>숨긴 것 보기</translation>
    </message>
    <message>
        <source>contains {0}</source>
        <translation>{0} 포함</translation>
    </message>
    <message>
        <source>leading or trailing space</source>
        <translation>앞이나 뒤에 공백</translation>
    </message>
    <message>
        <source>no scheme such as https:</source>
        <translation>스킴이 없음, 예: https:</translation>
    </message>
    <message>
        <source>not JSON: {0}</source>
        <translation>JSON 아님: {0}</translation>
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
        <source>Clear</source>
        <translation>지우기</translation>
    </message>
    <message>
        <source>Clear the view; nothing is deleted</source>
        <translation>보기를 지웁니다. 삭제되는 것은 없습니다</translation>
    </message>
    <message>
        <source>Continue searching</source>
        <translation>계속 검색</translation>
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
        <source>Keep the newest record in view</source>
        <translation>가장 새 기록을 보이게 유지</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>One row per call, or one row per message</source>
        <translation>호출마다 한 행 또는 메시지마다 한 행</translation>
    </message>
    <message>
        <source>Pause: add no rows, go on recording</source>
        <translation>일시 정지: 행을 더하지 않고 기록은 계속</translation>
    </message>
    <message>
        <source>Paused, {} new. Click to show them and go on</source>
        <translation>일시 정지됨, 새 항목 {}개. 누르면 보이고 계속합니다</translation>
    </message>
    <message>
        <source>Stop searching, keep what was found</source>
        <translation>검색 중지, 찾은 것은 유지</translation>
    </message>
    <message>
        <source>Stop sorting: back to the order of recording</source>
        <translation>정렬 중지: 기록된 순서로 돌아가기</translation>
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
        <source>Clear before here</source>
        <translation>여기 앞 지우기</translation>
    </message>
    <message>
        <source>Cleared. New messages appear here; nothing was deleted.</source>
        <translation>지웠습니다. 새 메시지가 여기에 나타나며, 삭제된 것은 없습니다.</translation>
    </message>
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
        <source>Show %Ln other record(s)</source>
        <translation>다른 기록 %Ln개 보기</translation>
    </message>
    <message>
        <source>Sorting {}…</source>
        <translation>{}개 정렬 중…</translation>
    </message>
    <message>
        <source>Your calls appear here.</source>
        <translation>내 호출이 여기에 나타납니다.</translation>
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
        <source>Connecting</source>
        <translation>연결 중</translation>
    </message>
    <message>
        <source>Earlier rounds</source>
        <translation>앞의 회차</translation>
    </message>
    <message>
        <source>It has no duration.</source>
        <translation>자체 소요 시간이 없습니다.</translation>
    </message>
    <message>
        <source>No response yet</source>
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
        <source>Receiving</source>
        <translation>받는 중</translation>
    </message>
    <message>
        <source>Rounds: {0}</source>
        <translation>회차: {0}</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>보내는 중</translation>
    </message>
    <message>
        <source>Server requests inside: {0}, {1} in total</source>
        <translation>안에 있는 서버의 요청: {0}개, 모두 {1}</translation>
    </message>
    <message>
        <source>Started {0}, {1} s after the first record</source>
        <translation>{0}에 시작, 첫 기록에서 {1}초 뒤</translation>
    </message>
    <message>
        <source>TLS handshake</source>
        <translation>TLS 핸드셰이크</translation>
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
        <source>Waiting</source>
        <translation>기다리는 중</translation>
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
        <source>Excluded: clients must not use this tool over modern HTTP.</source>
        <translation>제외됨: 신형 HTTP에서 클라이언트는 이 도구를 쓰면 안 됩니다.</translation>
    </message>
    <message>
        <source>Fill in the arguments and press Run.
The result appears here.</source>
        <translation>인수를 채우고 실행을 누르세요.
결과가 여기에 나옵니다.</translation>
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
        <source>changes nothing, according to the server</source>
        <translation>서버에 따르면 아무것도 바꾸지 않음</translation>
    </message>
    <message>
        <source>changes something, according to the server</source>
        <translation>서버에 따르면 무언가를 바꿈</translation>
    </message>
    <message>
        <source>could not be checked against its output schema</source>
        <translation>출력 스키마로 검사할 수 없음</translation>
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
        <source>has an output schema, but returned no structured content</source>
        <translation>출력 스키마가 있지만 구조화된 내용이 없음</translation>
    </message>
    <message>
        <source>matches its output schema</source>
        <translation>출력 스키마와 맞음</translation>
    </message>
    <message>
        <source>may delete or overwrite, according to the server</source>
        <translation>서버에 따르면 지우거나 덮어쓸 수 있음</translation>
    </message>
    <message>
        <source>open world</source>
        <translation>외부 접근</translation>
    </message>
    <message>
        <source>reaches outside the server, such as the web, according to the server</source>
        <translation>서버에 따르면 웹처럼 서버 밖에 접근함</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
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
        <source>Every message (Ctrl+2)</source>
        <translation>모든 메시지(Ctrl+2)</translation>
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
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Run tools, read resources (Ctrl+1)</source>
        <translation>도구 실행, 리소스 읽기(Ctrl+1)</translation>
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
        <source>Sign in</source>
        <translation>로그인</translation>
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
        <source>Traffic</source>
        <translation>트래픽</translation>
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
        <source>A small demo server is bundled. It runs on this computer and needs no network.
It is connected already.</source>
        <translation>이 프로그램에는 작은 MCP 서버가 들어 있습니다. 이 컴퓨터에서 돌고 네트워크가 필요 없습니다.
이미 연결되어 있습니다.</translation>
    </message>
    <message>
        <source>A small demo server is bundled. It runs on this computer and needs no network.
Press “Try the demo server”.</source>
        <translation>이 프로그램에는 작은 MCP 서버가 들어 있습니다. 이 컴퓨터에서 돌고 네트워크가 필요 없습니다.
“데모 서버 써 보기”를 누르세요.</translation>
    </message>
    <message>
        <source>A tool is something the server can do; all of them are listed here.
Begin with “echo”: it answers with what you send. Look at others if you like.
F6 brings the keyboard from the window back to here.</source>
        <translation>도구는 서버가 할 수 있는 일이며, 모두 여기에 나옵니다.
“echo”부터 시작하세요. 보낸 것을 그대로 답하는 도구입니다. 다른 것도 살펴보세요.
F6을 누르면 키보드가 창에서 이 안내로 돌아옵니다.</translation>
    </message>
    <message>
        <source>Add your own server here: paste a command, a URL, or the JSON of another program. F1 explains the place where you are, at any time.</source>
        <translation>여기서 내 서버를 추가합니다. 명령, URL, 다른 프로그램의 JSON을 붙여 넣으세요. F1은 언제나 지금 있는 곳을 설명합니다.</translation>
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
        <source>Every message is checked against the rules of the protocol. Violations are listed under “Findings”, with the page of the rule.
Choose that tab.</source>
        <translation>모든 메시지를 프로토콜의 규칙과 대조합니다. 규칙을 어긴 것은 규칙이 쓰인 곳과 함께 “검사 결과”에 나옵니다.
그 탭을 선택하세요.</translation>
    </message>
    <message>
        <source>Everything that was said</source>
        <translation>오간 모든 메시지</translation>
    </message>
    <message>
        <source>Fill in its form</source>
        <translation>양식 채우기</translation>
    </message>
    <message>
        <source>Find what you look for</source>
        <translation>원하는 행 찾기</translation>
    </message>
    <message>
        <source>Here are request and response of the row, with times and headers.
Choose the tab “Bytes” to see what really went over the line.</source>
        <translation>그 행의 요청과 응답이 시간, 헤더와 함께 있습니다.
“바이트” 탭을 선택하면 실제로 오간 것을 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Nothing has been sent so far. Press “Run”, or Ctrl+Enter, and the tool is called.</source>
        <translation>아직 아무것도 보내지 않았습니다. “실행”이나 Ctrl+Enter를 누르면 도구를 호출합니다.</translation>
    </message>
    <message>
        <source>Now your own</source>
        <translation>이제 내 서버로</translation>
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
        <translation>도구가 답한 것을 뜻에 맞게 보여 줍니다. 위의 전환 버튼으로 같은 것을 온 그대로의 JSON으로 봅니다.</translation>
    </message>
    <message>
        <source>What a server gets wrong</source>
        <translation>서버가 잘못하는 것</translation>
    </message>
    <message>
        <source>“Run”, or Ctrl+Enter, has called the tool already. Press it as often as you like.</source>
        <translation>“실행”이나 Ctrl+Enter로 이미 도구를 호출했습니다. 몇 번이든 다시 눌러도 됩니다.</translation>
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
        <translation>{0} / {1}</translation>
    </message>
</context>
<context>
    <name>Trace</name>
    <message>
        <source>(lost)</source>
        <translation>(끊김)</translation>
    </message>
    <message>
        <source>(other targets)</source>
        <translation>(다른 대상)</translation>
    </message>
    <message>
        <source>CSV table</source>
        <translation>CSV 표</translation>
    </message>
    <message>
        <source>Claude Desktop log</source>
        <translation>Claude Desktop 로그</translation>
    </message>
    <message>
        <source>For browser network panes and proxies.</source>
        <translation>브라우저의 네트워크 창과 프록시에서 엽니다.</translation>
    </message>
    <message>
        <source>HAR 1.2</source>
        <translation>HAR 1.2</translation>
    </message>
    <message>
        <source>HAR containing MCP</source>
        <translation>MCP가 포함된 HAR</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>JSON Lines</translation>
    </message>
    <message>
        <source>JSON Lines from this program</source>
        <translation>이 프로그램의 JSON Lines</translation>
    </message>
    <message>
        <source>MCP Inspector export</source>
        <translation>MCP Inspector에서 내보낸 파일</translation>
    </message>
    <message>
        <source>Markdown report</source>
        <translation>Markdown 보고서</translation>
    </message>
    <message>
        <source>OTLP/JSON spans</source>
        <translation>OTLP/JSON 스팬</translation>
    </message>
    <message>
        <source>One record per line; can be imported.</source>
        <translation>한 줄에 레코드 하나. 다시 가져올 수 있습니다.</translation>
    </message>
    <message>
        <source>One span per call, for a tracing backend.</source>
        <translation>추적(tracing) 백엔드용. 호출마다 스팬 하나.</translation>
    </message>
    <message>
        <source>Readable summary with errors and every call.</source>
        <translation>오류와 모든 호출을 담은 읽기용 요약.</translation>
    </message>
    <message>
        <source>Sizes and lengths are those on the wire, before redaction.</source>
        <translation>크기와 길이는 비밀 값을 가리기 전, 실제로 전송된 것입니다.</translation>
    </message>
    <message>
        <source>The timeline&apos;s columns, for a spreadsheet.</source>
        <translation>타임라인의 열. 스프레드시트용.</translation>
    </message>
    <message>
        <source>cannot add to {}: it is read-only or closed</source>
        <translation>{}에 추가할 수 없습니다. 읽기 전용이거나 닫혀 있습니다</translation>
    </message>
    <message>
        <source>cannot create a session file in {}; is the folder writable?</source>
        <translation>{}에 세션 파일을 만들 수 없습니다. 쓸 수 있는 폴더인가요?</translation>
    </message>
    <message>
        <source>cannot create the session file {path}: there is no folder {parent}</source>
        <translation>세션 파일 {path}을(를) 만들 수 없습니다. 폴더 {parent}이(가) 없습니다</translation>
    </message>
    <message>
        <source>cannot create the session file {path}: {error}</source>
        <translation>세션 파일 {path}을(를) 만들 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>cannot read the session file {path}: {error}</source>
        <translation>세션 파일 {path}을(를) 읽을 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>cannot read {path}: {error}</source>
        <translation>{path}을(를) 읽을 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>cannot save the session to {target}: {error}</source>
        <translation>세션을 {target}에 저장할 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>cannot write the session file: {}</source>
        <translation>세션 파일에 쓸 수 없습니다: {}</translation>
    </message>
    <message>
        <source>cannot write {out}: {error}</source>
        <translation>{out}에 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>cannot write {path}: {error}</source>
        <translation>{path}에 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>cannot write {}</source>
        <translation>{}에 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>index of another program, {}</source>
        <translation>다른 프로그램의 인덱스 {}</translation>
    </message>
    <message>
        <source>input required</source>
        <translation>입력 필요</translation>
    </message>
    <message>
        <source>it contains too many connections</source>
        <translation>연결이 너무 많습니다</translation>
    </message>
    <message>
        <source>it contains too many tables</source>
        <translation>테이블이 너무 많습니다</translation>
    </message>
    <message>
        <source>it contains {}</source>
        <translation>{}이(가) 들어 있습니다</translation>
    </message>
    <message>
        <source>it has no table {}</source>
        <translation>{} 테이블이 없습니다</translation>
    </message>
    <message>
        <source>it takes far too long to read</source>
        <translation>읽는 데 시간이 너무 오래 걸립니다</translation>
    </message>
    <message>
        <source>its last record has number {last}, which does not fit in a file of {size} bytes</source>
        <translation>마지막 레코드의 번호가 {last}인데, {size}바이트 파일에 들어갈 수 없는 값입니다</translation>
    </message>
    <message>
        <source>its records are numbered from {least} to {last}, but there are {count}</source>
        <translation>레코드 번호는 {least}부터 {last}까지인데 레코드는 {count}개입니다</translation>
    </message>
    <message>
        <source>its table {table} has no column {column} of type {kind}</source>
        <translation>{table} 테이블에 {kind} 형식의 {column} 열이 없습니다</translation>
    </message>
    <message>
        <source>its table {} declares more than columns and their types</source>
        <translation>{} 테이블의 선언에 열과 그 형식 외의 것이 있습니다</translation>
    </message>
    <message>
        <source>its table {} has a different key</source>
        <translation>{} 테이블의 키가 다릅니다</translation>
    </message>
    <message>
        <source>less than {} MB of free disk space (setting &quot;Disk space to keep free&quot;): new records stay in memory, and servers wait until there is room</source>
        <translation>디스크 여유 공간이 {} MB보다 적습니다(설정 &quot;남겨 둘 디스크 공간&quot;). 새 레코드는 메모리에 두고, 공간이 생길 때까지 서버는 기다립니다</translation>
    </message>
    <message>
        <source>no MCP messages in {path} ({title}; {left_out} other requests in it)</source>
        <translation>{path}({title}; 다른 요청 {left_out}개)에 MCP 메시지가 없습니다</translation>
    </message>
    <message>
        <source>not writable</source>
        <translation>쓸 수 없습니다</translation>
    </message>
    <message>
        <source>nothing readable in {}</source>
        <translation>{}에서 읽을 수 있는 것이 없습니다</translation>
    </message>
    <message>
        <source>result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>retry: {}</source>
        <translation>재시도: {}</translation>
    </message>
    <message>
        <source>rows omitted, because the session file rejects them: {left_out} ({refusal})</source>
        <translation>세션 파일이 거부해 생략한 행: {left_out} ({refusal})</translation>
    </message>
    <message>
        <source>session</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>the session file is closed</source>
        <translation>세션 파일이 닫혀 있습니다</translation>
    </message>
    <message>
        <source>tool error</source>
        <translation>도구 오류</translation>
    </message>
    <message>
        <source>trigger {}</source>
        <translation>트리거 {}</translation>
    </message>
    <message>
        <source>unknown file type: {path}; supported are session files (.mcptrace), {titles}</source>
        <translation>알 수 없는 파일 형식: {path}. 열 수 있는 것: 세션 파일(.mcptrace), {titles}</translation>
    </message>
    <message>
        <source>view {}</source>
        <translation>뷰 {}</translation>
    </message>
    <message>
        <source>virtual table {}</source>
        <translation>가상 테이블 {}</translation>
    </message>
    <message>
        <source>{:,} later records omitted</source>
        <translation>이후 레코드 {:,}개 생략</translation>
    </message>
    <message>
        <source>{folder} cannot be used ({why}); sessions are stored in {instead} and will not be found after a restart. Save what you need, or make the folder writable and restart.</source>
        <translation>{folder}을(를) 쓸 수 없습니다({why}). 세션을 {instead}에 저장하며 다시 시작하면 찾지 못합니다. 필요한 것을 저장하거나, 그 폴더를 쓸 수 있게 하고 다시 시작하세요.</translation>
    </message>
    <message>
        <source>{path} is not a session file; choose one ending in {suffix}</source>
        <translation>{path}은(는) 세션 파일이 아닙니다. {suffix}(으)로 끝나는 것을 고르세요</translation>
    </message>
    <message>
        <source>{path} is too large: {size} MB, at most {largest_document} MB; record less, or split it</source>
        <translation>{path}이(가) 너무 큽니다: {size} MB, 최대 {largest_document} MB. 덜 기록하거나 나누세요</translation>
    </message>
    <message>
        <source>{path} looks like {title}, but cannot be read as such: {error}</source>
        <translation>{path}은(는) {title}처럼 보이지만 읽을 수 없습니다: {error}</translation>
    </message>
    <message>
        <source>{path} was written by a newer version (format {version}); update this program to open it</source>
        <translation>{path}은(는) 더 새 버전(형식 {version})이 썼습니다. 열려면 이 프로그램을 업데이트하세요</translation>
    </message>
    <message>
        <source>{table}.{column} has invalid values in {count} rows</source>
        <translation>{table}.{column}의 값이 {count}개 행에서 올바르지 않습니다</translation>
    </message>
    <message>
        <source>{} is a device, not a file</source>
        <translation>{}은(는) 파일이 아니라 장치입니다</translation>
    </message>
    <message>
        <source>{} is a folder, not a file</source>
        <translation>{}은(는) 파일이 아니라 폴더입니다</translation>
    </message>
    <message>
        <source>{} is a named pipe, not a file</source>
        <translation>{}은(는) 파일이 아니라 이름 있는 파이프입니다</translation>
    </message>
    <message>
        <source>{} is a session file or another database; there is nothing to import</source>
        <translation>{}은(는) 세션 파일이거나 다른 데이터베이스여서 가져올 것이 없습니다</translation>
    </message>
    <message>
        <source>{} is a socket, not a file</source>
        <translation>{}은(는) 파일이 아니라 소켓입니다</translation>
    </message>
    <message>
        <source>{} is an SQLite file of another program, not a session file</source>
        <translation>{}은(는) 세션 파일이 아니라 다른 프로그램의 SQLite 파일입니다</translation>
    </message>
    <message>
        <source>{} is one of the input files; choose another name for the result</source>
        <translation>{}은(는) 입력 파일 가운데 하나입니다. 결과에 다른 이름을 쓰세요</translation>
    </message>
    <message>
        <source>{} records have lost their bytes</source>
        <translation>레코드 {}개의 바이트가 없습니다</translation>
    </message>
</context>
<context>
    <name>TwinCalls</name>
    <message>
        <source>Connect another server first</source>
        <translation>먼저 다른 서버를 연결하세요</translation>
    </message>
    <message>
        <source>Run {} here and on</source>
        <translation>{}을(를) 여기와 함께 호출할 곳</translation>
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
        <source>secrets not unlocked</source>
        <translation>비밀 값의 잠금을 풀지 않음</translation>
    </message>
    <message>
        <source>{} is locked</source>
        <translation>{}이(가) 잠겨 있습니다</translation>
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
        <source>This template is malformed: {0}. That part is kept as is.</source>
        <translation>템플릿의 형식이 잘못되었습니다: {0}. 그 부분은 그대로 둡니다.</translation>
    </message>
    <message>
        <source>URI</source>
        <translation>URI</translation>
    </message>
    <message>
        <source>URI to read</source>
        <translation>읽을 URI</translation>
    </message>
</context>
<context>
    <name>UuidEditor</name>
    <message>
        <source>By time (v7)</source>
        <translation>시간순(v7)</translation>
    </message>
    <message>
        <source>New random UUID (v4)</source>
        <translation>새 임의 UUID(v4) 만들기</translation>
    </message>
    <message>
        <source>Random (v4)</source>
        <translation>임의(v4)</translation>
    </message>
    <message>
        <source>Version stated by the UUID.</source>
        <translation>UUID가 밝힌 버전입니다.</translation>
    </message>
    <message>
        <source>not a UUID</source>
        <translation>UUID가 아님</translation>
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
        <source>Arguments you use appear here.</source>
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
        <translation>삭제</translation>
    </message>
    <message>
        <source>Forget (Ctrl+Delete)</source>
        <translation>삭제(Ctrl+Delete)</translation>
    </message>
    <message>
        <source>Forget all but pinned and named</source>
        <translation>고정하거나 이름 붙인 것 외에 모두 삭제</translation>
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
        <source>Recent</source>
        <translation>최근 인수</translation>
    </message>
    <message>
        <source>Recent arguments</source>
        <translation>최근 인수</translation>
    </message>
    <message>
        <source>Recent arguments of {0}</source>
        <translation>{0}의 최근 인수</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>고정 해제</translation>
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
        <source>Open with the default app</source>
        <translation>기본 프로그램으로 열기</translation>
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
        <source>This text cannot be decoded; it is shown as received.</source>
        <translation>이 텍스트는 디코딩할 수 없어 받은 그대로 표시합니다.</translation>
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
        <source>No response</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>Not complied</source>
        <translation>준수하지 않음</translation>
    </message>
    <message>
        <source>Sent: {}. Waiting for a response…</source>
        <translation>보냄: {}. 응답을 기다리는 중…</translation>
    </message>
    <message>
        <source>Show this record in the timeline</source>
        <translation>타임라인에서 이 레코드 보기</translation>
    </message>
    <message>
        <source>Undecided</source>
        <translation>판정 보류</translation>
    </message>
</context>
<context>
    <name>ViewBar</name>
    <message>
        <source>Copied</source>
        <translation>복사됨</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy this view</source>
        <translation>이 보기 복사</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Save this view</source>
        <translation>이 보기 저장</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Earlier</source>
        <translation>앞으로</translation>
    </message>
    <message>
        <source>Fit</source>
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
    <name>WaterfallController</name>
    <message>
        <source>Fit waterfall</source>
        <translation>폭포를 다시 맞추기</translation>
    </message>
    <message>
        <source>Fit waterfall (double-click)</source>
        <translation>폭포를 다시 맞추기(두 번 누르기)</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>A recording: session file, HAR, or Claude Desktop log.</source>
        <translation>기록 파일: 이 프로그램의 파일, HAR, Claude Desktop의 로그.</translation>
    </message>
    <message>
        <source>A server in one file (.mcpb). You see what it runs before it starts.</source>
        <translation>파일 하나로 된 서버(.mcpb)입니다. 시작하기 전에 무엇을 실행하는지 보여 줍니다.</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>서버 추가</translation>
    </message>
    <message>
        <source>Bundled demo server. No network needed.</source>
        <translation>함께 제공되는 데모 서버. 네트워크가 필요 없습니다.</translation>
    </message>
    <message>
        <source>Connect to a server, run its tools from a form, and see every message.</source>
        <translation>서버를 연결하고, 양식으로 도구를 호출하고, 모든 메시지를 빠짐없이 읽습니다.</translation>
    </message>
    <message>
        <source>Found here: {}</source>
        <translation>여기서 찾음: {}</translation>
    </message>
    <message>
        <source>From Claude, Cursor, VS Code and other clients on this computer</source>
        <translation>이 컴퓨터의 Claude, Cursor, VS Code 등의 서버</translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation>서버 가져오기…</translation>
    </message>
    <message>
        <source>Looking for other MCP clients…</source>
        <translation>다른 MCP 클라이언트를 찾는 중…</translation>
    </message>
    <message>
        <source>No other MCP clients found. You can also open a file.</source>
        <translation>다른 MCP 클라이언트를 찾지 못했습니다. 파일을 열 수도 있습니다.</translation>
    </message>
    <message>
        <source>Open a bundle…</source>
        <translation>번들 열기…</translation>
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
        <source>Try the demo server</source>
        <translation>데모 서버 써 보기</translation>
    </message>
    <message>
        <source>User guide (F1)</source>
        <translation>사용 설명서(F1)</translation>
    </message>
    <message>
        <source>Version {} · drop files on this window</source>
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
    <name>Workbench</name>
    <message>
        <source>Beside the rows</source>
        <translation>행 옆</translation>
    </message>
    <message>
        <source>Close {}</source>
        <translation>{} 닫기</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>상세</translation>
    </message>
    <message>
        <source>Fold the drawer (Ctrl+J)</source>
        <translation>서랍 접기(Ctrl+J)</translation>
    </message>
    <message>
        <source>Last message</source>
        <translation>마지막 메시지</translation>
    </message>
    <message>
        <source>Open the drawer (Ctrl+J)</source>
        <translation>서랍 펴기(Ctrl+J)</translation>
    </message>
    <message>
        <source>Panes of the drawer</source>
        <translation>서랍의 창</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>타임라인</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>%Ln finding(s)</source>
        <translation>검사 결과 %Ln개</translation>
    </message>
    <message>
        <source>%Ln input request(s)</source>
        <translation>입력 요청 %Ln개</translation>
    </message>
    <message>
        <source>Panes of the server</source>
        <translation>서버의 창들</translation>
    </message>
    <message>
        <source>Show the findings of all servers</source>
        <translation>모든 서버의 검사 결과 보기</translation>
    </message>
    <message>
        <source>Show what the server asks for</source>
        <translation>서버가 요청한 입력 보기</translation>
    </message>
</context>
<context>
    <name>WorkspaceTabs</name>
    <message>
        <source>More</source>
        <translation>더 보기</translation>
    </message>
    <message>
        <source>More tabs</source>
        <translation>탭 더 보기</translation>
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
        <translation>지원 중단됨</translation>
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
        <source>Not requested</source>
        <translation>요청하지 않음</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>요청함</translation>
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
        <source>This image cannot be displayed: {0}</source>
        <translation>이 이미지를 표시할 수 없습니다: {0}</translation>
    </message>
</context>
<context>
    <name>_Model</name>
    <message>
        <source>Fault</source>
        <translation>규칙 위반</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>문제</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>레코드</translation>
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
        <translation>결과</translation>
    </message>
    <message>
        <source>complied</source>
        <translation>준수</translation>
    </message>
    <message>
        <source>no response</source>
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
        <source>All</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>Calls that have no response yet</source>
        <translation>아직 응답이 없는 호출</translation>
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
        <source>Everything that is recorded</source>
        <translation>기록된 모든 것</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>검사 결과</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>검사 결과</translation>
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
        <source>My calls</source>
        <translation>내 호출</translation>
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
        <source>Pending</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Since previous row</source>
        <translation>앞 행부터</translation>
    </message>
    <message>
        <source>Since start</source>
        <translation>시작부터</translation>
    </message>
    <message>
        <source>Since time reference</source>
        <translation>기준 행부터</translation>
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
        <source>Unexpected responses</source>
        <translation>예상하지 못한 응답</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>폭포</translation>
    </message>
    <message>
        <source>What breaks a rule of the protocol</source>
        <translation>프로토콜 규칙을 어긴 것</translation>
    </message>
    <message>
        <source>What failed, without the refusal of our own protocol probe</source>
        <translation>실패한 것. 프로그램 자신의 프로토콜 확인에 대한 거절은 빠집니다</translation>
    </message>
    <message>
        <source>What you asked for: no handshake, lists, keep-alive or lifecycle</source>
        <translation>직접 요청한 것. 핸드셰이크, 목록, 연결 유지, 수명 주기는 빠집니다</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>확인됨</translation>
    </message>
    <message>
        <source>and {} more</source>
        <translation>외 {}개</translation>
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
        <source>progress ×{}</source>
        <translation>진행률 ×{}</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>대기열</translation>
    </message>
    <message>
        <source>receiving</source>
        <translation>받는 중</translation>
    </message>
    <message>
        <source>request</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>requested by the server meanwhile</source>
        <translation>그동안 서버가 요청함</translation>
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
        <source>round {}</source>
        <translation>{}번째 왕복</translation>
    </message>
    <message>
        <source>server to client</source>
        <translation>서버에서 클라이언트로</translation>
    </message>
    <message>
        <source>started</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>task</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>tool error</source>
        <translation>도구 오류</translation>
    </message>
    <message>
        <source>total</source>
        <translation>합계</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>기다리는 중</translation>
    </message>
    <message>
        <source>with a finding</source>
        <translation>검사 결과 있음</translation>
    </message>
    <message>
        <source>{} events</source>
        <translation>이벤트 {}개</translation>
    </message>
    <message>
        <source>{}, sorted ascending</source>
        <translation>{}, 오름차순으로 정렬됨</translation>
    </message>
    <message>
        <source>{}, sorted descending</source>
        <translation>{}, 내림차순으로 정렬됨</translation>
    </message>
</context>
</TS>
