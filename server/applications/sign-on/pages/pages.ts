import type { Deps } from '../../../deps.ts'
import { consentBody, type ConsentView } from './consent-page.ts'
import { createDocument, type SignOnPage } from './document.ts'
import { failureBody, failureTitle, type SignOnFailure } from './failure-page.ts'
import { loggedOutBody, logOutBody, type LogOutView } from './log-out-page.ts'

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
