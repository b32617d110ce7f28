/**
 * One row of the specification. A row marked `client` says what the browser does or sends: a journey
 * has to hold it.
 */
export type SpecificationRow = readonly [key: string, says: string, about?: 'client']

/**
 * The rows of sections 2 to 9 of the original specification, in our own short words. A test that proves
 * a row begins its title with the key: `§8 time-out: …`.
 */
export const SPECIFICATION_ROWS: readonly SpecificationRow[] = [
  ...accountRoutes(),
  ['§2 /account/login2', 'older log-in, simple layout, no login check', 'client'],
  ['§2 /account/register2', 'older registration, simple layout, no login check', 'client'],
  ['§2 /account/home2', 'older user centre, simple layout, no login check', 'client'],
  ['§2 /account/recharge2', 'older recharge, simple layout, no login check', 'client'],
  ['§2 /', 'home', 'client'],
  ['§2 /index.html', 'home under its other address', 'client'],
  ['§2 /product', 'product introduction', 'client'],
  ['§2 /tutorial', 'beginner tutorial', 'client'],
  ['§2 /advantage', 'industry advantages', 'client'],
  ['§2 /case', 'user cases', 'client'],
  ['§2 /plans', 'product plans', 'client'],
  ['§2 /gg', 'landing page of its own', 'client'],
  ['§2 any other path', 'the 404 page', 'client'],
  ['§2 title', 'comes from the metadata of the route', 'client'],
  ['§2 query', 'parsed and handed to the page', 'client'],
  ['§2 route entry', 'path, component, layout, login check, title and description'],
  ['§2 navigation', 'six pages, the tools next door, log-in and recharge centre', 'client'],
  ['§2 account menu', 'home, orders, password, e-mail, log out', 'client'],
  ['§2 legacy header', 'links to the .html forms', 'client'],
  ['§2 page width', 'scales against 1920 px', 'client'],
  ['§2 side widget', 'messengers and the way to the top', 'client'],
  ['§2 loading screen', 'while the script of a page is on its way', 'client'],
  ['§2 error screen', 'something went wrong, contact the developers', 'client'],

  ['§3 _userInfo', 'its presence means logged in', 'client'],
  ['§3 _csrf', 'holds the anti-forgery token', 'client'],
  ['§3 user_source', 'holds the traffic source', 'client'],
  ['§3 user info', 'isLogin, for the legacy header', 'client'],
  ['§3 profile', 'comes from its own call', 'client'],
  ['§3 combo', 'a list of plans on sale', 'client'],
  ['§3 order', 'made of a combo and a number, with a state'],
  ['§3 payment intent', 'named by clientSecret and paymentMethodId', 'client'],
  ['§3 registration payload', 'e-mail, password and more', 'client'],
  ['§3 login payload', 'e-mail, password and more', 'client'],
  ['§3 password change', 'currentPassword, newPassword', 'client'],
  ['§3 reset', 'token, password', 'client'],
  ['§3 e-mail change', 'email, code', 'client'],
  ['§3 reset link', 'asked for by a form', 'client'],
  ['§3 global config', 'asked for with the type download_url', 'client'],

  ['§4 logged in', 'judged by the cookie', 'client'],
  ['§4 legacy login state', 'judged by isLogin', 'client'],
  ['§4 protected route', 'leads to the log-in without the cookie', 'client'],
  ['§4 log out', 'the service, then /', 'client'],
  ['§4 legacy log out', 'half a second after 200, then /account/login', 'client'],
  ['§4 expired login', 'is what a 401 means', 'client'],
  ['§4 order states', 'the list is sifted by them', 'client'],
  [
    '§4 source',
    'on every route change: source, utm_source, what is stored, the referrer',
    'client',
  ],
  ['§4 csrf', 'fetched about 100 ms after load when missing or empty', 'client'],

  ['§5 digest', 'base64 of SHA-256'],
  ['§5 hashed at login', 'the digest is sent', 'client'],
  ['§5 hashed at registration', 'the digest is sent', 'client'],
  ['§5 hashed at change', 'currentPassword is a digest', 'client'],
  ['§5 newPassword', 'as typed', 'client'],
  ['§5 hashed at reset', 'the digest is sent', 'client'],
  ['§5 captcha', 'goes along when a registration code is asked for', 'client'],
  ['§5 form messages', 'required, minimum length, range, type: in Chinese', 'client'],

  ['§6 visitor', 'public pages, log-in, registration, reset', 'client'],
  ['§6 user', 'account, recharge, orders: the server holds it too'],

  ['§7 GET /clients/web/csrf/token', 'nothing', 'client'],
  ['§7 GET /clients/web/global/config', 'type', 'client'],
  ['§7 POST /clients/web/auth/login', 'log-in fields', 'client'],
  ['§7 POST /clients/web/auth/register', 'registration fields', 'client'],
  ['§7 POST /clients/web/auth/register/code', 'email, captcha', 'client'],
  ['§7 GET /clients/web/auth/profile', 'nothing', 'client'],
  ['§7 GET /clients/web/auth/logout', 'nothing', 'client'],
  ['§7 GET /clients/web/recharge/translate/combo/list', 'nothing', 'client'],
  ['§7 POST /clients/web/recharge/order/place-order', 'id, num', 'client'],
  ['§7 GET /clients/web/recharge/order/query/{orderId}', 'nothing but the path', 'client'],
  ['§7 GET /clients/web/recharge/order/list', 'page, pageSize, state', 'client'],
  ['§7 order list', 'the state goes along only when there is one', 'client'],
  ['§7 POST /clients/web/recharge/stripe/create-payment-intent', 'id, num', 'client'],
  [
    '§7 POST /clients/web/recharge/stripe/confirm-payment',
    'clientSecret, paymentMethodId',
    'client',
  ],
  ['§7 POST /clients/web/auth/password/change', 'currentPassword, newPassword', 'client'],
  ['§7 POST /clients/web/auth/reset-password/link', 'fields of the form', 'client'],
  ['§7 POST /clients/web/auth/reset-password', 'token, password', 'client'],
  ['§7 POST /clients/web/auth/send-change-email-code', 'email', 'client'],
  ['§7 POST /clients/web/auth/change-email', 'email, code', 'client'],
  ['§7 API host', 'all calls go to one host, with cookies', 'client'],
  ['§7 csrf header', 'carries the cookie when there is one', 'client'],
  ['§7 dev header', 'only when its flag is on', 'client'],
  ['§7 envelope', '200, 0, "200", "0", "ok" and "true" are success, all else is none', 'client'],
  ['§7 lazy pages', 'scripts and styles of a page are fetched when it is wanted', 'client'],

  ['§8 HTML', 'an HTTP error in HTML reloads the page', 'client'],
  ['§8 401', 'what the server says, else that the login has expired', 'client'],
  ['§8 other status', 'what the server says, else the status', 'client'],
  ['§8 time-out', 'says so', 'client'],
  ['§8 offline', 'says that it is the network', 'client'],
  ['§8 refusal in a 2xx', 'rejects without a toast', 'client'],
  ['§8 render failure', 'the error screen', 'client'],
  ['§8 unknown route', 'the 404 page', 'client'],
  ['§8 chunk', 'a script that does not come is a chunk-load error', 'client'],
  ['§8 user info', 'its failure is only logged', 'client'],

  ['§9 request time-out', '10 s', 'client'],
  ['§9 toast', '3 s, 8 px from the top', 'client'],
  ['§9 source cookie', '30 days', 'client'],
  ['§9 csrf delay', '100 ms', 'client'],
  ['§9 legacy log-out delay', '500 ms', 'client'],
  ['§9 design width', '1920 px', 'client'],
  ['§9 chunk time-out', '120 s', 'client'],
  ['§9 cookie path', '/', 'client'],
  ['§9 keys', 'captcha site key and publishable key reach the browser', 'client'],
  ['§9 API base', 'reaches the browser', 'client'],
  ['§9 mock mode', 'only by its flag'],
]

function accountRoutes(): SpecificationRow[] {
  const open = { login: 'log-in', register: 'registration', 'reset-password': 'new password' }
  const guarded = {
    recharge: 'recharge',
    home: 'user centre',
    'recharge-center': 'recharge centre',
    orders: 'orders',
    order: 'one order',
    'change-password': 'change of password',
    'change-email': 'change of e-mail',
    edit: 'account editing',
    'stripe-callback': 'result of a card payment',
  }
  return [
    ...Object.entries(open).map(([name, says]) => [`§2 /account/${name}`, says, 'client'] as const),
    ...Object.entries(guarded).map(
      ([name, says]) => [`§2 /account/${name}`, `${says}, login required`, 'client'] as const,
    ),
  ]
}
