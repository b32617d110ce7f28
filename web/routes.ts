import type { ComponentType } from 'react'
import type { PageWords } from '#contract/content.ts'
import type { Query } from './lib/query.ts'
import type { PageData } from './lib/site.ts'
import type { StructuredData } from './lib/structured-data.ts'

export interface PageProps {
  query: Query
}

/** A page's file. */
export interface PageModule {
  default: ComponentType<PageProps>
  /** Things of schema.org that a prerendered page says to search engines. */
  structuredData?: (data: PageData) => StructuredData[]
  /** The operator's sentence for search engines, of a prerendered page that has one of its own. */
  description?: (data: PageData) => string | undefined
}

export interface RouteEntry {
  path: string
  /** Loads the page's chunk. */
  page: () => Promise<PageModule>
  /**
   * `home` and `main`: header, page, footer. `pageTitle`: besides, the frame of the account pages,
   * whose head shows the title. `none`: the page alone.
   */
  layout: 'home' | 'main' | 'pageTitle' | 'none'
  loginCheck: boolean
  meta: { title: string; description?: string }
  /** What its document carries besides the short words of the site. */
  carries?: readonly (keyof PageWords | 'plans')[]
  /** Other addresses of the same page. */
  aliases?: readonly string[]
  /** An older variant: the simple layout with the legacy header. */
  isLegacy?: true
  /** Behind the login, and yet its HTML holds the page as it waits for its data, not a grey card. */
  isDrawnAhead?: true
}

const home = () => import('./site/home-page.tsx')
const legal = () => import('./site/legal-page.tsx')
const login = () => import('./account/login-page.tsx')
const register = () => import('./account/register-page.tsx')
const accountHome = () => import('./account/home-page.tsx')
const recharge = () => import('./recharge/recharge-page.tsx')

/** Every address of the site, in one table. To add a page, add an entry. */
export const routes = [
  {
    path: '/',
    aliases: ['/index.html'],
    page: home,
    layout: 'home',
    loginCheck: false,
    meta: { title: '首页' },
    carries: ['home', 'cases', 'plans'],
  },
  {
    path: '/product',
    aliases: ['/product.html'],
    page: () => import('./site/product-page.tsx'),
    layout: 'main',
    loginCheck: false,
    meta: { title: '产品介绍' },
    carries: ['product', 'home', 'plans'],
  },
  {
    path: '/tutorial',
    aliases: ['/tutorial.html'],
    page: () => import('./site/tutorial-page.tsx'),
    layout: 'main',
    loginCheck: false,
    meta: { title: '新手教程' },
    carries: ['tutorial'],
  },
  {
    path: '/advantage',
    aliases: ['/advantage.html'],
    page: () => import('./site/advantage-page.tsx'),
    layout: 'main',
    loginCheck: false,
    meta: { title: '行业优势' },
    carries: ['advantage', 'home', 'plans'],
  },
  {
    path: '/case',
    aliases: ['/case.html'],
    page: () => import('./site/case-page.tsx'),
    layout: 'main',
    loginCheck: false,
    meta: { title: '用户案例' },
    carries: ['cases', 'home', 'plans'],
  },
  {
    path: '/plans',
    aliases: ['/plans.html'],
    page: () => import('./site/plans-page.tsx'),
    layout: 'main',
    loginCheck: false,
    meta: {
      title: '产品套餐',
      description: '一次付款，用多少扣多少，不自动续费。比较各档套餐的价格与权益。',
    },
    carries: ['home', 'plans'],
  },
  {
    path: '/gg',
    aliases: ['/gg.html'],
    page: () => import('./site/campaign-page.tsx'),
    layout: 'none',
    loginCheck: false,
    meta: { title: '活动专页' },
    carries: ['campaign', 'plans'],
  },
  {
    path: '/terms',
    page: legal,
    layout: 'main',
    loginCheck: false,
    meta: { title: '服务条款' },
    carries: ['terms'],
  },
  {
    path: '/privacy',
    page: legal,
    layout: 'main',
    loginCheck: false,
    meta: { title: '隐私政策' },
    carries: ['privacy'],
  },
  {
    path: '/refund',
    page: legal,
    layout: 'main',
    loginCheck: false,
    meta: { title: '退款规则' },
    carries: ['refund'],
  },
  {
    path: '/account/login',
    page: login,
    layout: 'none',
    loginCheck: false,
    meta: { title: '登录' },
  },
  {
    path: '/account/register',
    page: register,
    layout: 'none',
    loginCheck: false,
    meta: { title: '注册' },
  },
  {
    path: '/account/reset-password',
    page: () => import('./account/reset-password-page.tsx'),
    layout: 'none',
    loginCheck: false,
    meta: { title: '重置密码' },
  },
  {
    path: '/account/recharge',
    page: recharge,
    layout: 'main',
    loginCheck: true,
    meta: { title: '充值' },
    carries: ['plans'],
    isDrawnAhead: true,
  },
  {
    path: '/account/home',
    page: accountHome,
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '账户中心' },
    isDrawnAhead: true,
  },
  {
    path: '/account/recharge-center',
    page: () => import('./recharge/recharge-center-page.tsx'),
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '充值中心' },
    carries: ['plans'],
    isDrawnAhead: true,
  },
  {
    path: '/account/orders',
    page: () => import('./recharge/orders-page.tsx'),
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '订单管理' },
    isDrawnAhead: true,
  },
  {
    path: '/account/order',
    page: () => import('./recharge/order-page.tsx'),
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '订单详情' },
    isDrawnAhead: true,
  },
  {
    path: '/account/change-password',
    page: () => import('./account/change-password-page.tsx'),
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '修改密码' },
    isDrawnAhead: true,
  },
  {
    path: '/account/change-email',
    page: () => import('./account/change-email-page.tsx'),
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '修改邮箱' },
    isDrawnAhead: true,
  },
  {
    path: '/account/edit',
    page: () => import('./account/edit-page.tsx'),
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '账户资料' },
    isDrawnAhead: true,
  },
  {
    path: '/account/stripe-callback',
    page: () => import('./recharge/callback-page.tsx'),
    layout: 'main',
    loginCheck: true,
    meta: { title: '支付结果' },
  },
  {
    path: '/account/login2',
    page: login,
    layout: 'main',
    loginCheck: false,
    meta: { title: '登录' },
    isLegacy: true,
  },
  {
    path: '/account/register2',
    page: register,
    layout: 'main',
    loginCheck: false,
    meta: { title: '注册' },
    isLegacy: true,
  },
  {
    path: '/account/home2',
    page: accountHome,
    layout: 'main',
    loginCheck: false,
    meta: { title: '账户中心' },
    isLegacy: true,
  },
  {
    path: '/account/recharge2',
    page: recharge,
    layout: 'main',
    loginCheck: false,
    meta: { title: '充值' },
    isLegacy: true,
  },
] as const satisfies readonly RouteEntry[]

/** An address of the table: a link to a page that does not exist does not compile. */
export type Path = (typeof routes)[number]['path']

/** What is shown for any other address, with status 404. */
export const notFound: RouteEntry = {
  path: '*',
  page: () => import('./shell/not-found-page.tsx'),
  layout: 'main',
  loginCheck: false,
  meta: { title: '您访问的页面不存在' },
}

/** The entry of an address, by its path or an alias. */
export function entryOf(pathname: string): RouteEntry {
  const table: readonly RouteEntry[] = routes
  return table.find((entry) => addressesOf(entry).includes(pathname)) ?? notFound
}

/** All addresses of an entry, the canonical one first. */
export function addressesOf({ path, aliases = [] }: RouteEntry): string[] {
  return [path, ...aliases]
}
