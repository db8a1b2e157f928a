; The installer for Windows: for one user, without administrator rights. Makes also an uninstaller.
; packaging/windows/installer.py gives: VERSION NUMBERS BUNDLE OUT ICON NOTICE PATH_SCRIPT, and SIGN when there is
; a certificate; a test gives TARGET. Silent: setup.exe /S [/D=FOLDER], uninstall.exe /S.
; Exit code 0: done, 2: the program is running, files cannot be replaced or the folder cannot be used, 3: done, but
; PATH could not be changed.

Unicode true
!ifdef TARGET
Target ${TARGET}
!endif
SetCompressor /SOLID lzma
SetDatablockOptimize on
ManifestDPIAware true
RequestExecutionLevel user

!define NAME "MCP Desktop Inspector"
!define ID "McpDesktopInspector"
!define PROGRAM "mcp-desktop-inspector.exe"
!define COMMAND "mcpdi.exe"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${ID}"
!define CLASSES "Software\Classes"

Name "${NAME}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\${ID}"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${NAME} ${VERSION}"
VIAddVersionKey "LegalCopyright" "Apache-2.0"

!ifdef SIGN
!uninstfinalize '${SIGN} "%1"' = 0
!finalize '${SIGN} "%1"' = 0
!endif

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WinMessages.nsh"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${NOTICE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Korean"

LangString RUNNING ${LANG_ENGLISH} "${NAME} is running. Close it, then try again."
LangString RUNNING ${LANG_KOREAN} "${NAME}이(가) 실행 중입니다. 종료한 뒤 다시 시도하십시오."
LangString ROOT_FOLDER ${LANG_ENGLISH} "Choose a folder of its own, and not a whole drive."
LangString ROOT_FOLDER ${LANG_KOREAN} "드라이브 전체가 아닌 별도의 폴더를 고르십시오."
LangString NO_PATH ${LANG_ENGLISH} "PATH could not be changed: start mcpdi by its whole path."
LangString NO_PATH ${LANG_KOREAN} "PATH를 바꿀 수 없습니다. mcpdi를 전체 경로로 시작하십시오."
LangString TRACE_FILE ${LANG_ENGLISH} "MCP session"
LangString TRACE_FILE ${LANG_KOREAN} "MCP 세션"
LangString BUNDLE_FILE ${LANG_ENGLISH} "MCP bundle"
LangString BUNDLE_FILE ${LANG_KOREAN} "MCP 번들"
LangString SHORTCUT ${LANG_ENGLISH} "Connect to MCP servers, run their tools and see every message"
LangString SHORTCUT ${LANG_KOREAN} "MCP 서버에 연결해 도구를 실행하고 모든 메시지를 살펴봅니다"

; A program that runs cannot be written to.
!macro WAIT_UNTIL_CLOSED FILE
  ${Do}
    ${IfNot} ${FileExists} "${FILE}"
      ${Break}
    ${EndIf}
    ClearErrors
    FileOpen $0 "${FILE}" a
    ${IfNot} ${Errors}
      FileClose $0
      ${Break}
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY +3
    SetErrorLevel 2
    Quit
  ${Loop}
!macroend

; What an older version left in the program's folder: its libraries must not meet the new ones.
!macro REMOVE_PROGRAM
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\${PROGRAM}"
  Delete "$INSTDIR\${COMMAND}"
!macroend

!macro CHANGE_PATH VERB
  SetOutPath "$PLUGINSDIR"
  File "/oname=path.ps1" "${PATH_SCRIPT}"
  nsExec::Exec 'powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$PLUGINSDIR\path.ps1" ${VERB} "$INSTDIR"'
  Pop $0 ; what PowerShell ended with, or "error" when it could not be started
  ${If} $0 != 0
    DetailPrint "$(NO_PATH)"
    SetErrorLevel 3
  ${EndIf}
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
!macroend

; ENDING is opened by this program when nothing else has it; "Open with" always offers it.
!macro FILE_TYPE ENDING TITLE
  WriteRegStr HKCU "${CLASSES}\${ID}.${ENDING}" "" "${TITLE}"
  WriteRegStr HKCU "${CLASSES}\${ID}.${ENDING}\DefaultIcon" "" "$INSTDIR\${PROGRAM},0"
  WriteRegStr HKCU "${CLASSES}\${ID}.${ENDING}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  WriteRegNone HKCU "${CLASSES}\.${ENDING}\OpenWithProgids" "${ID}.${ENDING}"
  ReadRegStr $0 HKCU "${CLASSES}\.${ENDING}" ""
  ${If} $0 == ""
    WriteRegStr HKCU "${CLASSES}\.${ENDING}" "" "${ID}.${ENDING}"
  ${EndIf}
!macroend

!macro NO_FILE_TYPE ENDING
  DeleteRegKey HKCU "${CLASSES}\${ID}.${ENDING}"
  DeleteRegValue HKCU "${CLASSES}\.${ENDING}\OpenWithProgids" "${ID}.${ENDING}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.${ENDING}\OpenWithProgids"
  ReadRegStr $0 HKCU "${CLASSES}\.${ENDING}" ""
  ${If} $0 == "${ID}.${ENDING}"
    DeleteRegValue HKCU "${CLASSES}\.${ENDING}" ""
  ${EndIf}
  DeleteRegKey /ifempty HKCU "${CLASSES}\.${ENDING}"
!macroend

; What is removed in a drive's root (licences, _internal) could be the user's.
!macro REFUSE_ROOT
  ${GetRoot} "$INSTDIR" $0
  ${If} "$INSTDIR" == "$0"
  ${OrIf} "$INSTDIR" == "$0\"
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(ROOT_FOLDER)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

Function .onVerifyInstDir
  ${GetRoot} "$INSTDIR" $0
  ${If} "$INSTDIR" == "$0"
  ${OrIf} "$INSTDIR" == "$0\"
    Abort
  ${EndIf}
FunctionEnd

Function .onInit
  !insertmacro WAIT_UNTIL_CLOSED "$INSTDIR\${PROGRAM}"
FunctionEnd

Section "-program"
  !insertmacro REFUSE_ROOT
  !insertmacro WAIT_UNTIL_CLOSED "$INSTDIR\${PROGRAM}"
  !insertmacro WAIT_UNTIL_CLOSED "$INSTDIR\${COMMAND}"
  !insertmacro REMOVE_PROGRAM
  SetOutPath "$INSTDIR"
  ClearErrors
  File /r "${BUNDLE}\*.*"
  ${If} ${Errors}
    SetErrorLevel 2
    Abort
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${PROGRAM}" "" "$INSTDIR\${PROGRAM}" 0 SW_SHOWNORMAL "" "$(SHORTCUT)"
  !insertmacro FILE_TYPE "mcptrace" "$(TRACE_FILE)"
  !insertmacro FILE_TYPE "mcpb" "$(BUNDLE_FILE)"
  !insertmacro FILE_TYPE "dxt" "$(BUNDLE_FILE)"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${PROGRAM},0"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "The MCP Desktop Inspector contributors"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" "$0"
  !insertmacro CHANGE_PATH "add"
  SetOutPath "$INSTDIR"
SectionEnd

; The user's servers, settings and sessions are elsewhere (%APPDATA%, %LOCALAPPDATA%) and stay.
Section "Uninstall"
  !insertmacro WAIT_UNTIL_CLOSED "$INSTDIR\${PROGRAM}"
  !insertmacro WAIT_UNTIL_CLOSED "$INSTDIR\${COMMAND}"
  !insertmacro CHANGE_PATH "remove"
  SetOutPath "$TEMP"
  !insertmacro REMOVE_PROGRAM
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  !insertmacro NO_FILE_TYPE "mcptrace"
  !insertmacro NO_FILE_TYPE "mcpb"
  !insertmacro NO_FILE_TYPE "dxt"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
SectionEnd
