import { createHash } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { api } from '#contract/api.ts'
import { callApi } from './call-api.ts'
import type { Inbox } from './inbox.ts'

export interface Account {
  email: string
  password: string
}

/** Opens an account by the calls that the register page makes. */
export async function openAccount(request: APIRequestContext, inbox: Inbox): Promise<Account> {
  const account = { email: inbox.address, password: 'seven-points-of-light' }
  const captcha = await solvedCaptcha(request)
  await callApi(request, api.account.registerCode, { email: account.email, captcha })
  const code = await inbox.code()
  await callApi(request, api.account.register, { ...onTheWire(account), code })
  return account
}

/** Opens an account on the register page, which is open. */
export async function fillInRegistration(
  page: Page,
  inbox: Inbox,
  password: string,
): Promise<void> {
  await page.getByRole('textbox', { name: '邮箱', exact: true }).fill(inbox.address)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByRole('textbox', { name: '验证码', exact: true }).fill(await inbox.code())
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '注册' }).click()
  await page.getByText('注册成功').waitFor()
}

/** Logs in whoever's cookies `request` keeps. */
export async function logIn(request: APIRequestContext, account: Account): Promise<void> {
  await callApi(request, api.account.login, onTheWire(account))
}

/** Logs in on the login page, which is open. */
export async function fillInLogin(page: Page, { email, password }: Account): Promise<void> {
  // the page that is left may have a field of the same name
  await page.getByRole('heading', { name: '登录', level: 1 }).waitFor()
  await page.getByRole('textbox', { name: '邮箱', exact: true }).fill(email)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

function onTheWire({ email, password }: Account) {
  return { email, password: createHash('sha256').update(password).digest('base64') }
}

async function solvedCaptcha(request: APIRequestContext): Promise<string> {
  const answer = await callApi(request, api.site.captchaChallenge, {})
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server makes it with the same library; anything else cannot be solved
  const challenge = answer.challenge as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
