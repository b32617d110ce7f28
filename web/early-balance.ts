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
  const asker = userCookie()
  const early: EarlyProfile = {
    answer: ask(address, asker),
    isOfUser: () => userCookie() === asker,
  }
  globalThis.earlyProfile = early
  // what the back/forward cache has kept may be of before a payment
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    globalThis.earlyProfile = undefined
    fill('')
  })
  const credit = (await early.answer)?.data.credit
  // a debt is explained, which takes the app
  if (!credit || credit.balance < credit.held || globalThis.earlyProfile !== early) return
  if (!early.isOfUser()) return
  const text = (credit.balance - credit.held).toLocaleString('zh-CN')
  fill(text)
  document.addEventListener('DOMContentLoaded', () => fill(text), { once: true })
}

async function ask(address: string, asker = ''): Promise<EarlyAnswer | undefined> {
  try {
    // Chrome has the time limit from 103 on
    const signal = AbortSignal.timeout?.(LIMIT_MS) ?? null
    const response = await fetch(address, { credentials: 'include', signal })
    // The answer has removed it. The app is to find out, which says that the login has ended and removes it again; not
    // where somebody else has logged in meanwhile, or this page is leaving.
    if (response.status === 401 && userCookie() === undefined && !root.hidden)
      // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser we serve
      document.cookie = `${asker}; Path=/; SameSite=Lax`
    const ahead = Date.parse(response.headers.get('date') ?? '') - Date.now()
    const { data } = await response.json()
    return data ? { data, ahead } : undefined
  } catch {
    // the page asks again, and says what has failed
    return undefined
  }
}

function fill(text: string): void {
  const place = document.querySelector('[data-balance]')
  if (place) place.textContent = text
}

function userCookie(): string | undefined {
  return document.cookie.split('; ').find((pair) => pair.startsWith('_userInfo='))
}

interface EarlyAnswer {
  data: { credit?: { balance: number; held: number } }
  /** What the server's clock was ahead of the visitor's, in ms; NaN when it did not say. */
  ahead: number
}

interface EarlyProfile {
  /** Undefined when it failed. */
  answer: Promise<EarlyAnswer | undefined>
  /** Whether the user is still the one who asked. */
  isOfUser: () => boolean
}

declare global {
  /** The profile as the document has asked for it, until a page takes it over. */
  var earlyProfile: EarlyProfile | undefined
}

// oxlint-disable-next-line unicorn/require-module-specifiers -- its declaration is global, and it exports nothing
export {}
