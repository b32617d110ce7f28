// The script of every document: starts the app and the parts that must not wait for it.

import { fetchFirstCsrfToken } from './lib/call/csrf.ts'
import { loadInSteps } from './lib/loading/load-in-steps.ts'
import { recordSource } from './lib/session/source.ts'
import { whenPainted } from './lib/loading/when-painted.ts'
import { whenActivated } from './lib/loading/when-activated.ts'
import { whenInteracted } from './lib/loading/when-interacted.ts'
import { coverSlowNavigation } from './shell/slow-navigation.ts'

// Not left to the app: the visitor may leave before it starts.
whenActivated(() => recordSource(location.search))
whenPainted(() => whenNarrow(startHelpButton))
coverSlowNavigation()

// Where the anti-forgery token could not be fetched, the app comes, asks again and says why.
void fetchFirstCsrfToken().then((isThere) => isThere || start())

const starter = document.querySelector<HTMLElement>('script[data-files]')
const files = starter?.dataset['files']?.split(' ') ?? []
// Public pages are complete without script: their app starts on interaction. Account pages start it after
// the first paint, with all its files at once.
if (starter?.dataset['when'] === 'painted') whenPainted(start)
else whenInteracted(start)

function start(): void {
  loadInSteps(files)
    .then(() => import('./main.tsx'))
    .catch(showLoadFailure)
}

/** Wide windows show the links beside the page, without the round button. */
function whenNarrow(run: () => void): void {
  const narrow = matchMedia('(width < 76rem)')
  if (narrow.matches) run()
  else narrow.addEventListener('change', run, { once: true })
}

function startHelpButton(): void {
  import('./shell/help/help-button.ts').then(
    ({ placeHelpButton }) => placeHelpButton(),
    // better covering something than hidden
    () => (document.documentElement.dataset['help'] = 'free'),
  )
}

/** Shows that the app failed to load, and throws the error again for the console. */
function showLoadFailure(error: unknown): never {
  // `before-paint.ts` records no click any more
  document.documentElement.toggleAttribute('data-app', true)
  document.querySelector('[data-pressed]')?.removeAttribute('aria-busy')
  const again = document.createElement('button')
  again.className = 'button'
  again.dataset['kind'] = 'secondary'
  again.dataset['size'] = 'small'
  again.append('重新加载')
  // unlike a link it keeps the history entry with the token of a mailed link
  again.addEventListener('click', () => location.reload())
  const words = document.createElement('p')
  words.className = 'toast'
  words.append('页面没有载入完整，请检查网络', again)
  const toasts = document.querySelector<HTMLElement>('.toasts')
  toasts?.append(words)
  toasts?.showPopover()
  throw error
}
