import * as openid from 'openid-client'
import { uuidv7 } from '#server/db/ids.ts'
import { insertApplication } from '#server/applications/registry/applications.store.ts'
import { hashKey } from '#server/applications/secrets.ts'
import { createToken } from '#server/http/sessions/session.ts'
import { type Customer, openAccounts } from '#harness/customers.ts'
import { absoluteFigure, type Figure, rateFigure } from './rig/figure.ts'
import { processorMs, residentMb } from './rig/processes.ts'
import { median } from './rig/rounds.ts'
import { type Shop, startShop } from './rig/shop.ts'
import { UNREACHED } from './rig/spenders.ts'

const ROUNDS = 7
const CUSTOMERS = 400
const SIGN_ONS = 200
const AT_ONCE = 8
const CALLBACK = 'https://tools.test/callback'
const MOST_REDIRECTS = 8
const GOAL_PER_SECOND = 10
const GOAL_MB = 220

/**
 * Measures whole sign-ons of customers who are logged in, by openid-client: from the address that begins one to
 * the checked ID token. Client, shop and database share the cores.
 */
export async function measureSignOn(): Promise<Figure[]> {
  await using shop = await startShop('both')
  const client = await registerClient(shop)
  const customers = await openAccounts(shop, CUSTOMERS)
  const rounds: { perSecond: number; processorMs: number }[] = []
  let first = 0
  // the first round warms up
  for (let round = 0; round <= ROUNDS; round += 1) {
    const turn = Array.from({ length: SIGN_ONS }, () => customers[first++ % CUSTOMERS]!)
    const figures = await measureRound(shop, client, turn)
    if (round > 0) rounds.push(figures)
  }
  const cost = rounds.map((round) => round.processorMs)
  return [
    rateFigure(
      `sign-ons, ${median(cost).toFixed(1)} ms of the shop’s processor time each`,
      rounds.map(({ perSecond }) => perSecond),
      GOAL_PER_SECOND,
    ),
    absoluteFigure(
      'memory of the shop’s process after the sign-ons',
      [residentMb(shop.pid)],
      'MB',
      GOAL_MB,
    ),
  ]
}

async function measureRound(
  shop: Shop,
  client: openid.Configuration,
  customers: Customer[],
): Promise<{ perSecond: number; processorMs: number }> {
  const waiting = [...customers]
  const busyBefore = processorMs(shop.pid)
  const startedAt = performance.now()
  const worker = async () => {
    for (let customer = waiting.pop(); customer !== undefined; customer = waiting.pop())
      await signOn(shop, client, customer)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: customers.length / seconds,
    processorMs: (processorMs(shop.pid) - busyBefore) / customers.length,
  }
}

/** An application of the operator's own, whose limits no load reaches. */
async function registerClient({ sql, url }: Shop): Promise<openid.Configuration> {
  const [id, secret] = [uuidv7(), createToken()]
  const clientId = `client_${id.replaceAll('-', '')}`
  const application = {
    ...{ id, clientId, clientSecretHash: hashKey(secret), name: 'AI 工具', isFirstParty: true },
    ...{ redirectUrls: [CALLBACK], logoutRedirectUrls: [], backchannelUrl: null },
    ...{ webhookUrl: null, webhookSecret: null, lowCredit: 100, limits: UNREACHED },
  }
  await sql.begin((tx) => insertApplication(tx, application, new Date()))
  return openid.discovery(new URL(url), clientId, secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
}

async function signOn(
  { url: shopUrl }: Shop,
  client: openid.Configuration,
  customer: Customer,
): Promise<void> {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  let url = openid.buildAuthorizationUrl(client, {
    ...{ redirect_uri: CALLBACK, scope: 'openid profile credit', state },
    ...{ code_challenge_method: 'S256' },
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  })
  const jar = new Map<string, string>()
  for (let redirects = 0; url.origin === shopUrl; redirects += 1) {
    if (redirects > MOST_REDIRECTS) throw new Error(`the sign-on ended at ${url.href}`)
    const cookies = [...jar].map(([name, value]) => `; ${name}=${value}`).join('')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { ...customer.headers, cookie: `${customer.headers['cookie']}${cookies}` },
    })
    await answer.body?.cancel()
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${answer.status} ${url.href}`)
    url = new URL(location, url)
  }
  await openid.authorizationCodeGrant(client, url, {
    ...{ pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true },
  })
}
