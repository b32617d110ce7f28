import { startBench } from './bench.ts'
import { startChat } from './chat.ts'
import { removeDrafts } from './draft.ts'
import { startPictures } from './pictures.ts'

document.addEventListener('submit', ({ target }) => {
  // what was typed is not for the next user of this browser
  if (target instanceof HTMLFormElement && target.action.endsWith('/sign-out')) removeDrafts()
})
if (document.getElementById('bench')) {
  startBench()
  const tool = document.querySelector<HTMLElement>('#bench')?.dataset['tool']
  // the dictionaries are read while the user types
  void fetch('/prepare', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tool }),
  }).catch(() => {})
} else if (document.getElementById('pictures')) startPictures()
else if (document.getElementById('chat')) startChat()
