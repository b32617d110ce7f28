import type { SiteAddress } from '#contract/addresses.ts'
import type { PageModule } from './lib/page/page-module.ts'

/** Loads the script of a page. */
type LoadPage = () => Promise<PageModule>

const legal = () => import('./site/texts/legal-page.tsx')
const login = () => import('./account/login/login-page.tsx')
const register = () => import('./account/register/register-page.tsx')
const accountHome = () => import('./account/home/home-page.tsx')
const recharge = () => import('./recharge/checkout/recharge-page.tsx')

/**
 * The page of every address. Only `main`, `router` and `prerender` read it: a page that imported it
 * would import itself. What there is to know of an address besides stands in `contract/addresses.ts`.
 */
export const routes: Readonly<Record<SiteAddress['path'], LoadPage>> = {
  '/': () => import('./site/home/home-page.tsx'),
  '/product': () => import('./site/product/product-page.tsx'),
  '/tutorial': () => import('./site/texts/tutorial-page.tsx'),
  '/advantage': () => import('./site/advantage/advantage-page.tsx'),
  '/case': () => import('./site/case/case-page.tsx'),
  '/plans': () => import('./site/plans/plans-page.tsx'),
  '/gg': () => import('./site/campaign/campaign-page.tsx'),
  '/terms': legal,
  '/privacy': legal,
  '/refund': legal,
  '/account/login': login,
  '/account/register': register,
  '/account/reset-password': () => import('./account/password/reset-password-page.tsx'),
  '/account/recharge': recharge,
  '/account/home': accountHome,
  '/account/recharge-center': () => import('./recharge/center/recharge-center-page.tsx'),
  '/account/orders': () => import('./recharge/orders/orders-page.tsx'),
  '/account/usage': () => import('./account/usage/usage-page.tsx'),
  '/account/invoices': () => import('./account/invoices/invoices-page.tsx'),
  '/account/api-keys': () => import('./account/applications/api-keys-page.tsx'),
  '/account/order': () => import('./recharge/orders/order-page.tsx'),
  '/account/change-password': () => import('./account/password/change-password-page.tsx'),
  '/account/change-email': () => import('./account/email/change-email-page.tsx'),
  '/account/edit': () => import('./account/profile/edit-page.tsx'),
  '/account/stripe-callback': () => import('./recharge/result/callback-page.tsx'),
  '/account/login2': login,
  '/account/register2': register,
  '/account/home2': accountHome,
  '/account/recharge2': recharge,
  '*': () => import('./shell/error/not-found-page.tsx'),
}
