import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

const HOME = '/account/home'
const STEP = `/account/sign-on/${'a'.repeat(43)}`

test('a login leads to a page of this site, never to another site or to a login', () => {
  const asked = [
    ['/account/orders?state=paid&page=2', '/account/orders?state=paid&page=2'],
    ['/plans', '/plans'],
    [STEP, STEP],
    ['/plans.html#faq', '/plans.html#faq'],
    [undefined, HOME],
    ['', HOME],
    ['account/orders', HOME],
    ['//evil.example/account/orders', HOME],
    [String.raw`/\evil.example/account/orders`, HOME],
    ['/\t/evil.example', HOME],
    ['https://evil.example/account/orders', HOME],
    ['javascript:alert(1)', HOME],
    ['/clients/web/auth/logout', HOME],
    ['/no-such-page', HOME],
    [`${STEP}/../../evil`, HOME],
    ['/account/orders/../../evil', HOME],
    ['/account/login?redirect=/account/login', HOME],
    ['/account/register', HOME],
    ['/account/login2', HOME],
  ] as const
  expect(asked.map(([path]) => [path, returnPath(path)])).toEqual(asked)
})
