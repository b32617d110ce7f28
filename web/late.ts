import { fetchFirstCsrfToken } from './lib/csrf.ts'
import { loadInSteps } from './lib/load-in-steps.ts'
import { recordSource } from './lib/source.ts'
import { whenPainted } from './lib/when-painted.ts'
import { whenVisible } from './lib/when-visible.ts'
import { whenWanted } from './lib/when-wanted.ts'
import { coverSlowNavigation } from './shell/leaving.ts'

// Whoever follows a link at once leaves before the app has come, and the address is told only here.
whenVisible(() => recordSource(location.search))
whenPainted(() => whenNarrow(startHelpButton))
coverSlowNavigation()

// Where the anti-forgery token could not be fetched, the app comes, asks again and says why.
void fetchFirstCsrfToken().then((isThere) => isThere || start())

const starter = document.querySelector<HTMLElement>('script[data-files]')
const files = starter?.dataset['files']?.split(' ') ?? []
// Public pages are complete without script: what the app adds is fetched when somebody is there. In
// account pages somebody is; their first look comes before the app, and the app in all its files at once.
if (starter?.dataset['when'] === 'painted') whenPainted(start)
else whenWanted(start)

function start(): void {
  loadInSteps(files)
    .then(() => import('./main.tsx'))
    .catch(showLoadFailure)
}

/** Wide windows have room beside the page for all that the round button leads to. */
function whenNarrow(run: () => void): void {
  const narrow = matchMedia('(width < 76rem)')
  if (narrow.matches) run()
  else narrow.addEventListener('change', run, { once: true })
}

function startHelpButton(): void {
  import('./shell/help-button.ts').then(
    ({ placeHelpButton }) => placeHelpButton(),
    // where it may cover something is better than nowhere
    () => (document.documentElement.dataset['help'] = 'free'),
  )
}

/** The app did not come, and nothing that it does can be done; as an error it is one still. */
function showLoadFailure(error: unknown): never {
  // `head.ts` holds no press any more
  document.documentElement.toggleAttribute('data-app', true)
  document.querySelector('[data-pressed]')?.removeAttribute('aria-busy')
  const again = document.createElement('button')
  again.className = 'button'
  again.dataset['kind'] = 'secondary'
  again.dataset['size'] = 'small'
  again.append('重新加载')
  // unlike a link it keeps the history entry, in which a mailed link's token lies
  again.addEventListener('click', () => location.reload())
  const words = document.createElement('p')
  words.className = 'toast'
  words.append('页面没有载入完整，请检查网络', again)
  const toasts = document.querySelector<HTMLElement>('.toasts')
  toasts?.append(words)
  toasts?.showPopover()
  throw error
}
