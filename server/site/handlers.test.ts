import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startTestServer } from '../testing/harness.ts'
import { oncePerFile } from '../testing/once-per-file.ts'

const serverOf = oncePerFile(() => startTestServer())

test("§3 global config: the download list is the operator's; an unknown type gives 400", async () => {
  const server = await serverOf()
  const answer = await server.visitor().call(api.site.globalConfig, { type: 'download_url' })
  expect(answer.status).toBe(200)
  expect(answer.body.data).toEqual({
    type: 'download_url',
    items: server.deps.content.site.downloads,
  })
  expect(answer.body.data.items.length).toBeGreaterThan(0)
  const { path } = api.site.globalConfig
  for (const query of ['', '?type=', '?type=secrets', '?type=a&type=b']) {
    const refused = await server.visitor().send({ method: 'GET', url: path + query })
    expect([query, refused.status, refused.body.code]).toEqual([query, 400, 'VALIDATION'])
  }
})

test('the solution of a captcha challenge is accepted; with an outside captcha the call gives 404', async () => {
  const own = await serverOf()
  const solution = await own.solveCaptcha()
  expect(await own.deps.captcha.verify(solution, '127.0.0.1')).toBe(true)
  await using server = await startTestServer({
    environment: {
      CAPTCHA: 'turnstile',
      CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
      CAPTCHA_SECRET_KEY: '1x0000000000000000000000000000000AA',
    },
  })
  const answer = await server.visitor().call(api.site.captchaChallenge, {})
  expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})
