import { expect, test } from 'vitest'
import { spendRequest } from '#server/testing/applications/applications.ts'
import { fallIntoDebt, openAccount, openHold } from '#server/testing/applications/spending.ts'
import { startTestServer } from '#server/testing/harness.ts'
import { chargeCredit } from '#server/credit/spending/spend-credit.ts'
import { type Chat, CREDIT_A_TOKEN } from '../chats/chat.ts'
import { checkChats } from './check-chats.ts'

test('charges that agree with what clients got have no findings, each difference is found', async () => {
  await using server = await startTestServer()
  const { ann, application } = await openAccount(server)
  const user = ann.user.id
  const chatOf = (tokens: number, end: 'whole' | 'broken'): Chat => ({
    ...{ user, tokens, begun: Promise.resolve(), ended: Promise.resolve(end) },
  })
  const charge = (tokens: number, amount = tokens * CREDIT_A_TOKEN) =>
    chargeCredit(server.deps, spendRequest(application, ann), {
      ...{ amount, reason: '对话', usage: { output_tokens: tokens } },
    })
  const check = (...chats: Chat[]) => checkChats(server, application.id, chats, { settledMs: 0 })
  const name = `7 tokens of ${user}`
  await charge(7)
  expect(await check(chatOf(7, 'whole'), chatOf(8, 'broken'))).toEqual([])
  expect(await check(chatOf(7, 'whole'), chatOf(8, 'whole'))).toEqual([
    `unpaid: 8 tokens of ${user}`,
  ])
  expect(await check(chatOf(7, 'broken'))).toEqual([
    `unowed: ${name} did not come`,
    'unowed: 1 charges of 0 answers',
  ])
  await charge(7, 6)
  expect(await check(chatOf(7, 'whole'))).toEqual([
    `doubled: ${name} were charged 2 times`,
    `wrong: ${name} cost 6`,
    'unowed: 2 charges of 1 answers',
  ])
  await openHold(server, ann, 5, application)
  await fallIntoDebt(server, ann, 10)
  const findings = await check(chatOf(7, 'whole'))
  expect(findings).toContain(`held: 5 of ${user}`)
  expect(findings).toContain(`owed: by ${user}`)
})
