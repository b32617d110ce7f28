/** Every page of the site by its address: what the operator's links may lead to. */
export const SITE_PATHS = [
  '/',
  '/product',
  '/tutorial',
  '/advantage',
  '/case',
  '/plans',
  '/gg',
  '/terms',
  '/privacy',
  '/refund',
  '/account/login',
  '/account/register',
  '/account/reset-password',
  '/account/recharge',
  '/account/home',
  '/account/recharge-center',
  '/account/orders',
  '/account/order',
  '/account/change-password',
  '/account/change-email',
  '/account/edit',
] as const

const known: ReadonlySet<string> = new Set(SITE_PATHS)

/** Whether `/plans?id=pro#faq` leads to a page. */
export function isSitePath(address: string): boolean {
  return known.has(address.split(/[?#]/, 1)[0] ?? '')
}
