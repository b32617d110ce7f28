import type { SiteAddress } from '#contract/addresses.ts'
import type { PageModule } from './lib/page-module.ts'

/** Loads the script of a page. */
type LoadPage = () => Promise<PageModule>

const legal = () => import('./site/legal-page.tsx')
const login = () => import('./account/login-page.tsx')
const register = () => import('./account/register-page.tsx')
const accountHome = () => import('./account/home-page.tsx')
const recharge = () => import('./recharge/recharge-page.tsx')

/**
 * The page of every address. Only `main`, `router` and `prerender` read it: a page that imported it
 * would import itself. What there is to know of an address besides stands in `contract/addresses.ts`.
 */
export const routes: Readonly<Record<SiteAddress['path'], LoadPage>> = {
  '/': () => import('./site/home-page.tsx'),
  '/product': () => import('./site/product-page.tsx'),
  '/tutorial': () => import('./site/tutorial-page.tsx'),
  '/advantage': () => import('./site/advantage-page.tsx'),
  '/case': () => import('./site/case-page.tsx'),
  '/plans': () => import('./site/plans-page.tsx'),
  '/gg': () => import('./site/campaign-page.tsx'),
  '/terms': legal,
  '/privacy': legal,
  '/refund': legal,
  '/account/login': login,
  '/account/register': register,
  '/account/reset-password': () => import('./account/reset-password-page.tsx'),
  '/account/recharge': recharge,
  '/account/home': accountHome,
  '/account/recharge-center': () => import('./recharge/recharge-center-page.tsx'),
  '/account/orders': () => import('./recharge/orders-page.tsx'),
  '/account/order': () => import('./recharge/order-page.tsx'),
  '/account/change-password': () => import('./account/change-password-page.tsx'),
  '/account/change-email': () => import('./account/change-email-page.tsx'),
  '/account/edit': () => import('./account/edit-page.tsx'),
  '/account/stripe-callback': () => import('./recharge/callback-page.tsx'),
  '/account/login2': login,
  '/account/register2': register,
  '/account/home2': accountHome,
  '/account/recharge2': recharge,
  '*': () => import('./shell/not-found-page.tsx'),
}
