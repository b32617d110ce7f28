import { html, Html } from '../../../mail/html.ts'
import type { SCOPES } from '../paths.ts'

export interface ConsentView {
  applicationName: string
  /** Where the user goes back to. */
  redirectUrl: string
  scopes: readonly string[]
  user: { id: string; nickname: string; maskedEmail: string }
  /** The address of this page. */
  path: string
}

type Scope = (typeof SCOPES)[number]

/** What each scope lets an application do. */
const PERMISSIONS: Record<Scope, (unit: string) => { title: string; words: string }> = {
  openid: () => ({ title: '确认您的身份', words: '识别您的身份，不会获得您的密码。' }),
  profile: () => ({ title: '查看您的昵称', words: '' }),
  email: () => ({ title: '查看您的邮箱地址', words: '' }),
  credit: (unit) => ({
    title: `使用您的${unit}`,
    words: `执行任务时预留和扣除${unit}，扣除不超过预留。每笔用途均记录在“用量”中。可随时在账户资料中撤销授权：撤销后不能再预留或延长，已预留的仍可在预留的数量内扣除，最迟 48 小时内结束。`,
  }),
}

const TICK = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>',
)

export function consentBody(
  { applicationName, redirectUrl, scopes, user, path }: ConsentView,
  { siteName, creditUnit }: { siteName: string; creditUnit: string },
): Html {
  const known = Object.entries(PERMISSIONS).filter(([scope]) => scopes.includes(scope))
  const change = `/account/login?${new URLSearchParams({ redirect: path }).toString()}`
  return html`<header>
      <h1>允许“${applicationName}”使用您的账户？</h1>
      <p><strong>${new URL(redirectUrl).host}</strong> 请求您授权用${siteName}账户登录。</p>
    </header>
    <div class="account">
      <p>
        <span>${user.nickname} · ${user.maskedEmail}</span>
        <a href="${change}">更换账户</a>
      </p>
    </div>
    <section>
      <h2>该应用可以</h2>
      <ul>
        ${known.map(([, permission]) => {
          const { title, words } = permission(creditUnit)
          return html`<li>${TICK}${title}${words === '' ? null : html`<span>${words}</span>`}</li>`
        })}
      </ul>
    </section>
    <form method="post" action="${path}">
      <input type="hidden" name="user" value="${user.id}" />
      <button class="primary" name="answer" value="agree">同意并继续</button>
      <button name="answer" value="refuse">拒绝</button>
    </form>
    <small>
      ${
        scopes.includes('credit') ? '同意后，再次登录不再询问。' : '授权在您退出登录时结束。'
      }如不认识该应用，请选择拒绝。
    </small>`
}
