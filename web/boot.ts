// The script of every document: starts the app and the parts that must not wait for it.

import { fetchFirstCsrfToken } from './lib/call/csrf.ts'
import { loadChunk } from './lib/loading/chunk.ts'
import { loadInSteps } from './lib/loading/load-in-steps.ts'
import { optional } from './lib/loading/optional.ts'
import { addMissingApis } from './lib/polyfills/missing-apis.ts'
import { recordSource } from './lib/session/source.ts'
import { whenPainted } from './lib/loading/when-painted.ts'
import { whenActivated } from './lib/loading/when-activated.ts'
import { whenInteracted } from './lib/loading/when-interacted.ts'
import { coverSlowNavigation } from './shell/slow-navigation.ts'

const starter = document.querySelector<HTMLElement>('script[data-files]')
const files = starter?.dataset['files']?.match(/\S+/g) ?? []

addMissingApis().then(begin).catch(showLoadFailure)

function begin(): void {
  // Not left to the app: the visitor may leave before it starts.
  whenActivated(() => recordSource(location.search))
  whenPainted(() => optional(() => whenNarrow(startHelpButton)))
  optional(coverSlowNavigation)

  // Where the anti-forgery token could not be fetched, the app comes, asks again and says why.
  void fetchFirstCsrfToken().then((isThere) => isThere || start())

  // Public pages are complete without script: their app starts on interaction. Account pages start it after
  // the first paint, with all its files at once.
  if (starter?.dataset['when'] === 'painted') whenPainted(start)
  else whenInteracted(start)
}

function start(): void {
  loadChunk(async () => {
    await loadInSteps(files)
    await import('./main.tsx')
  }).catch(showLoadFailure)
}

/** Wide windows show the links beside the page, without the round button. */
function whenNarrow(run: () => void): void {
  const narrow = matchMedia('(max-width: 75.99rem)')
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

/**
 * Shows that the app failed to load, or that this browser cannot run it (`before-paint.ts`); throws the error again
 * for the console.
 */
function showLoadFailure(error: unknown): never {
  const { cause = error } = error instanceof Error ? error : {}
  const isOld = cause instanceof Error && !isLoadError(cause)
  document.getElementById('old-browser')?.toggleAttribute('data-shown', isOld)
  starter?.dispatchEvent(new Event('error'))
  throw error
}

/** A script did not come, or not of the same build as the others; browsers say so in words of their own. */
function isLoadError({ name, message }: Error): boolean {
  return name === 'ChunkLoadError' || /import|fetch/i.test(message)
}
