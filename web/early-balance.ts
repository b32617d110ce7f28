/**
 * Asks for the balance with the document, long before the app comes, and shows it: it is the largest text of the pages
 * that name this script. The page takes the answer over (`use-early-profile.ts`), so that nothing is asked twice.
 */

const root = document.documentElement
/** The app does not need this any more when it waits longer. */
const LIMIT_MS = 5_000

const { profile } = root.dataset
if (profile !== undefined && root.hasAttribute('data-in') && !root.hasAttribute('data-app'))
  void showBalance(profile)

async function showBalance(address: string): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  globalThis.earlyProfile = fetch(address, { credentials: 'include', signal })
    .then((answer) => answer.json())
    .then(({ data }) => data)
    // the page asks again, and says what has failed
    .catch(() => undefined)
  const credit = (await globalThis.earlyProfile)?.credit
  // a debt is explained, which takes the app
  if (!credit || credit.balance < credit.held) return
  const text = (credit.balance - credit.held).toLocaleString('zh-CN')
  const fill = () => {
    const place = document.querySelector('[data-balance]')
    if (place) place.textContent = text
  }
  fill()
  document.addEventListener('DOMContentLoaded', fill, { once: true })
}

declare global {
  /** The profile as the document asked for it; undefined when that failed, or once a page has taken it over. */
  var earlyProfile: Promise<{ credit?: { balance: number; held: number } } | undefined> | undefined
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- its declaration is global, and it exports nothing
export {}
