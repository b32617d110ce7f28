import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/harness.ts'
import { hashKey, newApplicationKey } from '../secrets.ts'
import { DEMO_TOOLS_CLIENT, registerDemoTools } from './demo-tools.ts'

async function register(
  { deps, config }: Awaited<ReturnType<typeof startTestServer>>,
  { publicUrl = 'http://localhost:3002', appKey = newApplicationKey() } = {},
) {
  const tools = { port: 3002, publicUrl, clientSecret: 'first', appKey }
  await registerDemoTools({ ...deps, config: { ...config, tools } })
  return appKey
}

test("the demo's tools site keeps its application over starts, with the address of the last one", async () => {
  await using server = await startTestServer()
  const { sql } = server
  await registerDemoTools(server.deps)
  expect(await sql`select from applications`).toEqual([])
  const appKey = await register(server)
  const [first] = await sql<{ id: string }>`select id from applications`
  await register(server, { publicUrl: 'http://192.168.1.7:3002', appKey })
  expect(
    await sql`
    select id, client_id as "clientId", is_first_party as "isFirstParty", redirect_urls as "redirectUrls",
      logout_redirect_urls as "logoutRedirectUrls", backchannel_url as "backchannelUrl", home_url as "homeUrl"
    from applications`,
  ).toEqual([
    {
      ...{ id: first!.id, clientId: DEMO_TOOLS_CLIENT, isFirstParty: true },
      redirectUrls: ['http://192.168.1.7:3002/callback'],
      logoutRedirectUrls: ['http://192.168.1.7:3002/'],
      backchannelUrl: 'http://127.0.0.1:3002/backchannel-logout',
      homeUrl: 'http://192.168.1.7:3002/',
    },
  ])
  expect(await sql`select hash from application_keys`).toEqual([{ hash: hashKey(appKey) }])

  // what the operator has revoked stays revoked
  await sql`update application_keys set revoked_at = now()`
  await register(server, { appKey })
  expect(await sql`select revoked_at is not null as is from application_keys`).toEqual([
    { is: true },
  ])
})
