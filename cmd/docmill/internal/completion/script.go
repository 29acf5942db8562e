package completion

// The scripts ask the program as it was called: $1 in bash, ${words[1]} in zsh.

const bash = `# bash completion of docmill
_docmill() {
  local IFS=$'\n'
  COMPREPLY=($("$1" __complete bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _docmill docmill
`

const zsh = `#compdef docmill
# zsh completion of docmill
_docmill() {
  local -a candidates
  candidates=("${(@f)$("${words[1]}" __complete zsh "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( ${#candidates[1]} )); then
    _describe docmill candidates
  else
    _files
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _docmill "$@"
else
  compdef _docmill docmill
fi
`

const fish = `# fish completion of docmill
function __docmill_complete
  set -l words (commandline -opc)
  set -l begun (commandline -ct)
  set -l candidates ($words[1] __complete fish $words[2..] "$begun" 2>/dev/null)
  if test (count $candidates) -gt 0
    printf '%s\n' $candidates
  else
    __fish_complete_path "$begun"
  end
end
complete -c docmill -f -a '(__docmill_complete)'
`
