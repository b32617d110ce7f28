import type { Deps } from '../../../deps.ts'
import { consentBody, type ConsentView } from './consent-page.ts'
import { createDocument, type SignOnPage } from './document.ts'
import { failureBody, failureTitle, type SignOnFailure } from './failure-page.ts'
import { html, Html } from '../../../mail/html.ts'

/** The pages of sign-on, in the operator's name and colours. */
export interface SignOnPages {
  consent(view: ConsentView): SignOnPage
  logOut(view: LogOutView): SignOnPage
  /** `applicationName`: the user has left this application alone; null: the shop. */
  loggedOut(applicationName: string | null): SignOnPage
  failure(failure: SignOnFailure, detail?: string): SignOnPage
}

export function createPages(
  deps: Pick<Deps, 'config' | 'content'>,
  recolor: ((style: string) => string) | null,
): SignOnPages {
  const { name: siteName, creditUnit } = deps.content.site
  const toPage = createDocument(deps, recolor ?? ((style) => style))
  return {
    consent: (view) =>
      toPage({
        title: '授权',
        body: consentBody(view, { siteName, creditUnit }),
        formTarget: view.redirectUrl,
      }),
    logOut: (view) =>
      toPage({ title: '退出登录', body: logOutBody(view, siteName), formTarget: view.target }),
    loggedOut: (applicationName) =>
      toPage({ title: '已退出', body: loggedOutBody(applicationName, siteName) }),
    failure: (failure, detail = '') =>
      toPage({ title: failureTitle(failure), body: failureBody(failure, detail, siteName) }),
  }
}

interface LogOutView {
  /** The provider's form with its token; the buttons belong to it. */
  form: string
  /** Null when nobody in particular asked. */
  applicationName: string | null
  /** Where the answer leads, outside of the shop; null: to the shop's own page. */
  target: string | null
}

const FORM_ID = 'op.logoutForm'

function logOutBody({ form, applicationName }: LogOutView, siteName: string): Html {
  const isAsked = applicationName !== null
  const from = isAsked ? html`您正在退出“${applicationName}”。` : null
  return html`<header>
      <h1>退出登录</h1>
      <p>
        ${from}要${isAsked ? '同时' : ''}退出${siteName}吗？通过本次登录进入的其他应用也会收到退出通知。
      </p>
    </header>
    ${new Html(form)}
    <div class="actions">
      <button class="primary" form="${FORM_ID}" name="logout" value="yes">退出登录</button>
      ${
        isAsked
          ? html`<button form="${FORM_ID}">只退出“${applicationName}”</button>`
          : html`<a class="button" href="/">保持登录</a>`
      }
    </div>`
}

/** `applicationName`: the user has left this application alone; null: the shop. */
function loggedOutBody(applicationName: string | null, siteName: string): Html {
  return html`<header>
      <h1>${applicationName === null ? '已退出' : `已退出“${applicationName}”`}</h1>
      <p>${applicationName === null ? null : `您在${siteName}仍保持登录。`}可以关闭本页。</p>
    </header>
    <div class="actions"><a class="button" href="/">回到${siteName}</a></div>`
}
