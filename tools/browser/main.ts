import { startChat } from './chat.ts'
import { startPictures } from './pictures.ts'

document.addEventListener('submit', ({ target }) => {
  if (!(target instanceof HTMLFormElement) || !target.action.endsWith('/sign-out')) return
  try {
    // what was typed is not for the next user of this browser
    sessionStorage.clear()
  } catch {
    // there was none
  }
})
if (document.getElementById('pictures')) startPictures()
else if (document.getElementById('chat')) startChat()
