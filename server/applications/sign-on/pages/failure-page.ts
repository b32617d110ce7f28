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

const REPORT = '请返回应用重试；如仍失败，请联系应用的开发者：'

const WORDS: Record<SignOnFailure, { title: string; words: string }> = {
  broken: { title: '登录未完成', words: '系统繁忙，请返回应用重新登录。' },
  expired: {
    title: '登录已过期',
    words:
      '本次登录已使用、已超过 30 分钟，或浏览器未保存本站的 Cookie。请允许 Cookie，返回应用重新登录。',
  },
  'rate-limited': { title: '登录过于频繁', words: '请几分钟后再从应用登录。' },
  unavailable: { title: '暂时无法登录', words: '服务暂时不可用，请稍后返回应用重新登录。' },
  'unknown-application': {
    title: '未找到该应用',
    words: `您要登录的应用未登记，或已停用。${REPORT}`,
  },
  'wrong-redirect': {
    title: '应用地址不正确',
    words: `登录后返回的地址未登记，因此未跳转。${REPORT}`,
  },
  'wrong-request': { title: '应用请求不正确', words: `应用发来的请求有误。${REPORT}` },
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
