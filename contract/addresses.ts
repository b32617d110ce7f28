/** Pages that have texts of their own in `content/`. */
export const PAGE_WORDS = [
  'home',
  'closing',
  'product',
  'advantage',
  'cases',
  'campaign',
  'tutorial',
  'terms',
  'privacy',
  'refund',
] as const

/** A page of the site, by its address. `web/routes.ts` says which file draws it. */
interface AddressRow {
  path: string
  /** Other addresses of the same page. */
  aliases?: readonly string[]
  /**
   * `home` and `main`: header, page, footer. `pageTitle`: the same with the frame of the account pages,
   * whose head shows the title. `none`: the page alone.
   */
  layout: 'home' | 'main' | 'pageTitle' | 'none'
  loginCheck: boolean
  meta: { title: string; description?: string }
  /** Texts and plans that its document contains besides `content/site.json`. */
  carries?: readonly ((typeof PAGE_WORDS)[number] | 'plans')[]
  /** An older variant: the simple layout with the legacy header. */
  isLegacy?: true
  /** The page requires a login, but its HTML shows the page in its loading state instead of a grey placeholder. */
  isDrawnAhead?: true
}

/** Every address of the site; read by browser and server. */
export const ADDRESSES = [
  {
    path: '/',
    aliases: ['/index.html'],
    layout: 'home',
    loginCheck: false,
    meta: { title: '首页' },
    carries: ['home', 'closing', 'plans'],
  },
  {
    path: '/product',
    aliases: ['/product.html'],
    layout: 'main',
    loginCheck: false,
    meta: { title: '产品介绍' },
    carries: ['product', 'closing', 'plans'],
  },
  {
    path: '/tutorial',
    aliases: ['/tutorial.html'],
    layout: 'main',
    loginCheck: false,
    meta: { title: '新手教程' },
    carries: ['tutorial'],
  },
  {
    path: '/advantage',
    aliases: ['/advantage.html'],
    layout: 'main',
    loginCheck: false,
    meta: { title: '行业优势' },
    carries: ['advantage', 'closing', 'plans'],
  },
  {
    path: '/case',
    aliases: ['/case.html'],
    layout: 'main',
    loginCheck: false,
    meta: { title: '用户案例' },
    carries: ['cases', 'closing', 'plans'],
  },
  {
    path: '/plans',
    aliases: ['/plans.html'],
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
    layout: 'none',
    loginCheck: false,
    meta: { title: '活动专页' },
    carries: ['campaign', 'plans'],
  },
  {
    path: '/terms',
    layout: 'main',
    loginCheck: false,
    meta: { title: '服务条款' },
    carries: ['terms'],
  },
  {
    path: '/privacy',
    layout: 'main',
    loginCheck: false,
    meta: { title: '隐私政策' },
    carries: ['privacy'],
  },
  {
    path: '/refund',
    layout: 'main',
    loginCheck: false,
    meta: { title: '退款规则' },
    carries: ['refund'],
  },
  {
    path: '/account/login',
    layout: 'none',
    loginCheck: false,
    meta: { title: '登录' },
  },
  {
    path: '/account/register',
    layout: 'none',
    loginCheck: false,
    meta: { title: '注册' },
  },
  {
    path: '/account/reset-password',
    layout: 'none',
    loginCheck: false,
    meta: { title: '重置密码' },
  },
  {
    path: '/account/recharge',
    layout: 'main',
    loginCheck: true,
    meta: { title: '充值' },
    carries: ['plans'],
    isDrawnAhead: true,
  },
  {
    path: '/account/home',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '账户中心' },
    isDrawnAhead: true,
  },
  {
    path: '/account/recharge-center',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '充值中心' },
    carries: ['plans'],
    isDrawnAhead: true,
  },
  {
    path: '/account/orders',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '订单管理' },
    isDrawnAhead: true,
  },
  {
    path: '/account/usage',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '用量' },
    isDrawnAhead: true,
  },
  {
    path: '/account/invoices',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '发票' },
    isDrawnAhead: true,
  },
  {
    path: '/account/api-keys',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: 'API 密钥' },
    isDrawnAhead: true,
  },
  {
    path: '/account/order',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '订单详情' },
    isDrawnAhead: true,
  },
  {
    path: '/account/change-password',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '修改密码' },
    isDrawnAhead: true,
  },
  {
    path: '/account/change-email',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '修改邮箱' },
    isDrawnAhead: true,
  },
  {
    path: '/account/edit',
    layout: 'pageTitle',
    loginCheck: true,
    meta: { title: '账户资料' },
    isDrawnAhead: true,
  },
  {
    path: '/account/stripe-callback',
    layout: 'main',
    loginCheck: true,
    meta: { title: '支付结果' },
  },
  {
    path: '/account/login2',
    layout: 'main',
    loginCheck: false,
    meta: { title: '登录' },
    isLegacy: true,
  },
  {
    path: '/account/register2',
    layout: 'main',
    loginCheck: false,
    meta: { title: '注册' },
    isLegacy: true,
  },
  {
    path: '/account/home2',
    layout: 'main',
    loginCheck: false,
    meta: { title: '账户中心' },
    isLegacy: true,
  },
  {
    path: '/account/recharge2',
    layout: 'main',
    loginCheck: false,
    meta: { title: '充值' },
    isLegacy: true,
  },
] as const satisfies readonly AddressRow[]

/** A path of the table, so that a link to an unknown page does not compile. */
export type SitePath = (typeof ADDRESSES)[number]['path']

export interface SiteAddress extends AddressRow {
  path: SitePath | '*'
}

/** The page at any other address, sent with status 404. */
export const NOT_FOUND: SiteAddress = {
  path: '*',
  layout: 'main',
  loginCheck: false,
  meta: { title: '您访问的页面不存在' },
}

const table: readonly SiteAddress[] = ADDRESSES

/** The address of the table with this path or alias; `NOT_FOUND` for any other. */
export function findAddress(pathname: string): SiteAddress {
  return table.find((address) => pathsOf(address).includes(pathname)) ?? NOT_FOUND
}

/** All paths of an address, the canonical one first. */
export function pathsOf({ path, aliases = [] }: SiteAddress): string[] {
  return [path, ...aliases]
}

/** Only the payment provider redirects to it. */
const CALLBACK = '/account/stripe-callback' satisfies SitePath

/** Whether the operator's texts may link to this path, which may have query and fragment: `/plans?id=pro#faq`. */
export function isLinkablePage(link: string): boolean {
  const [linked] = link.split(/[?#]/, 1)
  return table.some(({ path, isLegacy }) => path === linked && path !== CALLBACK && !isLegacy)
}
