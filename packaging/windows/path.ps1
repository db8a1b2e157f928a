# Puts a folder on the person's PATH or takes it off: path.ps1 add|remove FOLDER
# The registry is written as it is read, so that %VARIABLES% in it stay variables; NSIS itself would cut a long one.
param([ValidateSet("add", "remove")][string]$Verb, [string]$Folder)
$key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey("Environment", $true)
$before = [string]$key.GetValue("Path", "", "DoNotExpandEnvironmentNames")
$kept = @($before -split ";" | Where-Object { $_ -and $_.TrimEnd("\") -ine $Folder.TrimEnd("\") })
$after = if ($Verb -eq "add") { (@($kept) + $Folder) -join ";" } else { $kept -join ";" }
if ($after -ne $before) { $key.SetValue("Path", $after, "ExpandString") }
$key.Close()
