import { html } from './html.ts'
import { type PageFrame, writePage } from './layout.ts'

/** Why a sign-on or a page did not come about. */
export type SignOnProblem =
  | 'unreachable'
  | 'expired'
  | 'refused'
  | 'failed'
  | 'half-signed-out'
  | 'not-found'
  | 'wrong-request'
  | 'broken'

export function problemStatus(problem: SignOnProblem): number {
  if (problem === 'not-found') return 404
  if (problem === 'broken') return 500
  return problem === 'unreachable' || problem === 'half-signed-out' ? 503 : 400
}

export function writeProblemPage(problem: SignOnProblem, frame: PageFrame): string {
  const { name: shop, url } = frame.config.shop
  const words: Record<SignOnProblem, [title: string, text: string]> = {
    unreachable: [`${shop}暂不可用`, `登录由${shop} 提供，请稍后重试。`],
    expired: [
      '登录未完成',
      '已超过 10 分钟、更换了浏览器，或浏览器未保存本站的 Cookie。请允许本站的 Cookie，再重新登录。',
    ],
    refused: ['您未同意登录', `未从${shop} 获得任何资料。使用工具时再登录即可。`],
    failed: ['登录未完成', '请重新登录。如多次失败，请联系客服。'],
    'half-signed-out': ['已退出工具', `${shop}暂不可用，尚未退出。请稍后前往${shop}退出。`],
    'not-found': ['页面不存在', '地址可能有误，请从上方菜单选择工具。'],
    'wrong-request': ['请求有误', '请返回工具页面重试。'],
    broken: ['页面出错', '请重试。如多次失败，请联系客服。'],
  }
  const [title, text] = words[problem]
  const isSignOn = ['unreachable', 'expired', 'refused', 'failed'].includes(problem)
  const body = html`<main class="wrap tool-wrap" id="content" tabindex="-1">
    <header class="tool-head">
      <h1>${title}</h1>
      <p>${text}</p>
    </header>
    <p class="row-actions">
      ${isSignOn ? html`<a class="button" data-kind="primary" href="/sign-on">重新登录</a>` : null}
      ${problem === 'half-signed-out' ? html`<a class="button" data-kind="primary" href="${url}/account">去${shop}</a>` : null}
      <a class="button" data-kind="secondary" href="/">回到工具</a>
    </p>
  </main>`
  return writePage({ ...frame, title, path: null, viewer: null, body, isTool: false })
}
