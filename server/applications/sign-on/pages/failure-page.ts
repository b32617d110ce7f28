import { html, type Html } from '../../../mail/html.ts'

/** Why a sign-on cannot go on. */
export type SignOnFailure =
  | 'broken'
  | 'expired'
  | 'rate-limited'
  | 'unavailable'
  | 'unknown-application'
  | 'wrong-redirect'
  | 'wrong-request'

const REPORT = '请回到应用再试一次；还是不行，请告诉应用的开发者：'

const WORDS: Record<SignOnFailure, { title: string; words: string }> = {
  broken: { title: '登录没有完成', words: '服务器开小差了，请回到应用，重新登录。' },
  expired: {
    title: '这次登录已过期',
    words:
      '它用过了，超过了 30 分钟，或者浏览器没有保存本站的 Cookie。请允许 Cookie，回到应用重新登录。',
  },
  'rate-limited': { title: '登录过于频繁', words: '请过几分钟，再从应用登录。' },
  unavailable: { title: '暂时无法登录', words: '服务暂时不可用，请稍后回到应用，重新登录。' },
  'unknown-application': {
    title: '没有这个应用',
    words: `您要登录的应用没有登记，或者已经停用。${REPORT}`,
  },
  'wrong-redirect': {
    title: '应用的地址不对',
    words: `登录后要回到的地址没有登记，所以没有把您送过去。${REPORT}`,
  },
  'wrong-request': { title: '应用的请求不对', words: `应用发来的请求有错误。${REPORT}` },
}

/** `detail` is the provider's own word on it, for developers; '' for none. */
export function failureBody(failure: SignOnFailure, detail: string, siteName: string): Html {
  const { words } = WORDS[failure]
  const isForDeveloper = words.endsWith(REPORT) && detail !== ''
  return html`<header>
      <h1>${WORDS[failure].title}</h1>
      <p>${words}</p>
    </header>
    ${isForDeveloper ? html`<p><code>${detail}</code></p>` : null}
    <div class="actions"><a class="button" href="/">回到${siteName}首页</a></div>`
}

export function failureTitle(failure: SignOnFailure): string {
  return WORDS[failure].title
}
