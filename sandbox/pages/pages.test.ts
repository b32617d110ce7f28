import { request } from 'node:http'
import { expect, test } from 'vitest'
import { SECRET_KEY, sandboxPerFile, startTestSandbox } from '../testing/test-sandbox.ts'

const sandboxOf = sandboxPerFile()

/** A GET with a free choice of the Host header, which fetch does not allow. */
function get(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.on('error', reject).end()
  })
}

test('the overview shows payments, notifications and cards, and no secret', async () => {
  await using sandbox = await startTestSandbox()
  const { id, client_secret } = await sandbox.newIntent({
    metadata: { order: '<script>alert(1)</script>' },
    description: '标准套餐',
  })
  const waiting = await sandbox.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
  await sandbox.confirm((await sandbox.newIntent({ amount: 1234, currency: 'usd' })).id)

  const answer = await fetch(sandbox.url)
  const page = await answer.text()

  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  for (const shown of [
    id,
    '待验证',
    'US$12.34',
    '标准套餐',
    'payment_intent.requires_action',
    '4242 4242 4242 4242',
    '3782 822463 10005',
  ]) {
    expect(page).toContain(shown)
  }
  const challenge = new URL(String(waiting.next_action?.redirect_to_url?.url)).pathname
  for (const hidden of [client_secret, challenge, SECRET_KEY, '<script>alert(1)']) {
    expect(page).not.toContain(hidden)
  }
})

test('from another host or through a proxy the pages ask for the secret key; an unknown payment answers 404', async () => {
  const sandbox = await sandboxOf()
  const key = { authorization: `Basic ${btoa(`${SECRET_KEY}:`)}` }
  expect(await get(sandbox.url, {})).toBe(200)
  expect(await get(sandbox.url, { host: 'localhost:4242' })).toBe(200)
  expect(await get(sandbox.url, { host: 'pay.example' })).toBe(401)
  expect(await get(sandbox.url, { 'x-forwarded-for': '203.0.113.9' })).toBe(401)
  expect(await get(sandbox.url, { host: 'pay.example', ...key })).toBe(200)

  const { id } = await sandbox.newIntent()
  expect(await get(`${sandbox.url}/payments/${id}`, {})).toBe(200)
  expect(await get(`${sandbox.url}/payments/${id}`, { host: 'pay.example' })).toBe(401)
  expect(await get(`${sandbox.url}/payments/pi_none`, {})).toBe(404)
})

/** A form sent as a browser sends it. */
function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { accept: 'text/html,*/*', origin: new URL(url).origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}

test('the page of a payment shows its refunds and disputes, and creates them', async () => {
  await using sandbox = await startTestSandbox()
  const { id } = await sandbox.newIntent({ description: '<b>标准套餐</b>' })
  await sandbox.confirm(id)
  const path = `${sandbox.url}/payments/${id}`
  const before = await (await fetch(path)).text()
  expect(before).toContain('value="99.00"')
  expect(before).not.toContain('<b>标准')

  const refunded = await submit(`${sandbox.url}/_sandbox/payments/${id}/refund`, {
    money: '12.5',
    reason: 'duplicate',
  })
  expect(refunded.status).toBe(303)
  expect(refunded.headers.get('location')).toBe(`/payments/${id}`)
  await submit(`${sandbox.url}/_sandbox/payments/${id}/dispute`, {
    money: '40.00',
    reason: 'duplicate',
  })
  const [dispute] = (await sandbox.stripe.disputes.list()).data
  const after = await (await fetch(path)).text()
  for (const shown of ['¥12.50', '重复付款', '¥40.00', '重复扣款', '待回应', '判商家胜']) {
    expect(after).toContain(shown)
  }
  const decided = await submit(`${sandbox.url}/_sandbox/disputes/${dispute?.id}/lose`, {})
  expect(decided.headers.get('location')).toBe(`/payments/${id}`)
  expect(await (await fetch(path)).text()).toContain('商家败诉')
  expect(await (await fetch(sandbox.url)).text()).toContain('已退 ¥12.50，有争议')
})

test('a refund of nothing, too much or no amount is not made, and the page says so', async () => {
  await using sandbox = await startTestSandbox()
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)
  for (const money of ['0', '1.001', '99.001', '1e3', '-1', '', '100.00']) {
    const answer = await submit(`${sandbox.url}/_sandbox/payments/${id}/refund`, { money })
    expect([money, answer.status]).toEqual([money, 400])
    const page = await answer.text()
    expect(page).toContain('什么也没有改变')
    expect(page).toContain(`href="/payments/${id}"`)
  }
  expect((await sandbox.stripe.refunds.list()).data).toEqual([])

  // in a currency without decimals the amount is read as typed
  const yen = await sandbox.newIntent({ amount: 1200, currency: 'jpy' })
  await sandbox.confirm(yen.id)
  await submit(`${sandbox.url}/_sandbox/payments/${yen.id}/refund`, { money: '500' })
  expect((await sandbox.stripe.refunds.list()).data).toMatchObject([{ amount: 500 }])
})

test('a tester makes events late or lost, and the pages say so until they are as usual', async () => {
  await using sandbox = await startTestSandbox()
  const page = async () => (await fetch(sandbox.url)).text()
  const press = async (events: string) => {
    const pressed = await submit(`${sandbox.url}/_sandbox/deliveries`, { events })
    return pressed.headers.get('location')
  }
  expect(await press('late')).toBe('/')
  expect(await page()).toContain('通知迟到 30 秒送达')
  await press('drop')
  const lost = await page()
  expect(lost).toContain('通知一律丢失，不会送达')
  expect(lost).toMatch(/value="drop"\s+aria-pressed="true"/)
  await press('usual')
  expect(await page()).not.toContain('class="notice"')
})
