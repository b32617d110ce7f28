import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { act } from '#contract/console/actions.ts'
import {
  DEFAULT_LIMITS,
  insertApplication,
} from '#server/applications/registry/applications.store.ts'
import {
  encryptWebhookSecret,
  newWebhookSecret,
} from '#server/applications/webhooks/webhook-secret.ts'
import { uuidv7 } from '#server/db/ids.ts'
import { makeCertificate } from '#harness/production/certificate.ts'
import { type AttackOptions, type AttackRow, createTally } from '../attack.ts'
import { type Elsewhere, openElsewhere } from '../rig/elsewhere.ts'
import { callConsole, openOperator } from '../rig/operator.ts'
import { startTarget, type Target } from '../rig/target.ts'
import { until } from '../rig/until.ts'
import { RECEIVER_HOST } from '../webhooks/receive-forgeries.ts'
import { innerAddresses } from './inner-addresses.ts'

/** Has the shop post to addresses of its own network: as messages to applications and as notices of log-outs. */
export async function reachInside({ database }: AttackOptions): Promise<AttackRow[]> {
  const folder = join(database.folder, 'inside')
  const certificate = await makeCertificate(folder, `IP:${RECEIVER_HOST}`)
  await using target = await startTarget({
    ...{ database, name: 'ssrf' },
    env: () => ({ WEBHOOK_PRIVATE_HOSTS: RECEIVER_HOST, NODE_EXTRA_CA_CERTS: certificate }),
  })
  await using inside = await openElsewhere({ host: '::' })
  // a receiver that the operator trusts, and that sends the shop on
  await using listed = await openElsewhere({
    ...{ host: RECEIVER_HOST, tls: await readFile(certificate, 'utf8') },
    respond(request, response) {
      const status = [301, 302, 303, 307, 308][Number(request.url?.at(-1))] ?? 307
      response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end()
    },
  })
  return [await registerInside(target, inside), await deliverInside(target, { inside, listed })]
}

/** The operator's form refuses such an address already. */
async function registerInside(target: Target, { port }: Elsewhere): Promise<AttackRow> {
  const tally = createTally('SSRF: registering an address')
  const owner = await openOperator(target, 'owner')
  const ask = (field: string, address: string) => {
    const given = { name: '工具', redirect: 'https://tools.test/callback', [field]: address }
    const input = { command: 'applications register', given, mark: null }
    return callConsole(target, act.path, input, owner)
  }
  // names are looked up when something is sent
  const addresses = innerAddresses(port).filter(
    (address) => !/\/\/(?:[a-z]|user)[^/]*\.?:/i.test(address) || address.startsWith('http://'),
  )
  for (const field of ['webhook', 'backchannel']) {
    for (const address of addresses) {
      const { status, text } = await ask(field, address)
      tally.count()
      tally.expect(
        status >= 400 && status < 500,
        `${field} ${address}: ${status} ${text.slice(0, 80)}`,
      )
    }
    const good = await ask(field, 'https://tools.example.com/hook')
    tally.expect(
      good.status === 200,
      `an address outside is refused as well: ${good.text.slice(0, 160)}`,
    )
  }
  return tally.row(`${addresses.length} spellings`)
}

/** Addresses that are in the database all the same, and redirects of a receiver that is trusted. */
async function deliverInside(
  target: Target,
  { inside, listed }: { inside: Elsewhere; listed: Elsewhere },
): Promise<AttackRow> {
  const tally = createTally('SSRF: messages and notices')
  const redirects = [0, 1, 2, 3, 4].map((at) => `${listed.url}/${at}`)
  const addresses = [...innerAddresses(inside.port), ...redirects].filter((address) =>
    URL.canParse(address),
  )
  const ids: string[] = []
  for (const address of addresses) ids.push(await insertReceiver(target, address))
  const { sql, customers } = target
  const [{ id: user }] = customers
  inside.forget()
  await sql`select tell_applications(${user}, 'account.closed', '{}')`
  await sql`
    insert into sign_ons (session_id, application_id, sid, user_id, signed_on_at)
    select s.id, a.id, a.id::text, s.user_id, now() from applications a, sessions s
    where a.id = any(${ids}::uuid[]) and s.user_id = ${user}`
  await sql`delete from sign_ons`
  await until(async () => {
    const waiting = await sql`
      select from jobs where kind in ('application-message', 'sign-out-notice') and attempts = 0
      union all select from application_messages where tries = 0 limit 1`
    return waiting.length === 0
  })
  const [count] = await sql<{ sent: number }>`
    select count(*)::integer as sent from jobs where kind in ('application-message', 'sign-out-notice')`
  tally.count(count?.sent)
  const { requests } = listed
  tally.expect(
    requests.length >= redirects.length * 2,
    `the trusted receiver got ${requests.length} alone`,
  )
  tally.expect(
    inside.connections() === 0,
    `${inside.connections()} connections inside: ${inside.requests.join(', ')}`,
  )
  const delivered = await sql<{ url: string }>`
    select webhook_url as url from application_messages m join applications a on a.id = m.application_id
    where m.state = 'delivered'`
  tally.expect(delivered.length === 0, `delivered: ${delivered.map(({ url }) => url).join(', ')}`)
  return tally.row(
    `${addresses.length} addresses, of them ${redirects.length} redirects, each twice`,
  )
}

async function insertReceiver({ sql, secretKey }: Target, address: string): Promise<string> {
  const id = uuidv7()
  await sql.begin((tx) =>
    insertApplication(
      tx,
      {
        ...{
          id,
          clientId: id,
          clientSecretHash: Buffer.alloc(32),
          name: '工具',
          isFirstParty: true,
        },
        ...{ redirectUrls: ['https://tools.test/callback'], logoutRedirectUrls: [] },
        ...{ backchannelUrl: address, webhookUrl: address, lowCredit: 0, limits: DEFAULT_LIMITS },
        webhookSecret: encryptWebhookSecret(secretKey, newWebhookSecret()),
      },
      new Date(),
    ),
  )
  return id
}
