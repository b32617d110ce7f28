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
    unreachable: [`联系不上${shop}`, '登录在那边完成。请过一会儿再试。'],
    expired: [
      '这次登录没有完成',
      '超过了十分钟，换了浏览器，或者浏览器没有保存本站的 Cookie。请允许本站的 Cookie，再登录一次。',
    ],
    refused: ['您没有同意登录', `没有从${shop} 得到任何资料。想用工具时再登录就好。`],
    failed: ['登录没有完成', '请再登录一次。一直这样，请联系客服。'],
    'half-signed-out': [
      '这里已经退出',
      `暂时联系不上${shop}，那边还没有退出。请稍后在那边再退出一次。`,
    ],
    'not-found': ['没有这个页面', '地址可能写错了，工具都在上面的菜单里。'],
    'wrong-request': ['请求不对', '请回到这里的页面再试一次。'],
    broken: ['页面出错了', '请再试一次。一直这样，请联系客服。'],
  }
  const [title, text] = words[problem]
  const isSignOn = ['unreachable', 'expired', 'refused', 'failed'].includes(problem)
  const body = html`<main class="wrap tool-wrap" id="content" tabindex="-1">
    <header class="tool-head">
      <h1>${title}</h1>
      <p>${text}</p>
    </header>
    <p class="row-actions">
      ${isSignOn ? html`<a class="button" data-kind="primary" href="/sign-on">再登录一次</a>` : null}
      ${problem === 'half-signed-out' ? html`<a class="button" data-kind="primary" href="${url}/account">去${shop}</a>` : null}
      <a class="button" data-kind="secondary" href="/">回到工具</a>
    </p>
  </main>`
  return writePage({ ...frame, title, path: null, viewer: null, body, isTool: false })
}
