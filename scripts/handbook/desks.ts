import { type Browser, chromium, type Page } from 'playwright'
import * as z from 'zod/mini'
import type { Role } from '#contract/console/staff/roles.ts'
import { addPasskeyDevice } from '../../e2e/fixtures/passkey-device.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../chromium-path.ts'
import { type Person, WINDOW } from './picture.ts'
import type { HandbookShop } from './start-shop.ts'

/** A busy machine answers late. */
const TIMEOUT_MS = 60_000
/** Whoever joined within a day does not sign. */
const BEFORE_YESTERDAY = '3 days'

const invited = z.object({ link: z.string() })

export interface Desks extends AsyncDisposable {
  of(person: Person): Page
}

/** Browsers of the people whose pages are shown: the owner is signed in, the colleague has an invitation open. */
export async function openDesks(shop: HandbookShop): Promise<Desks> {
  const executablePath = chromiumPath()
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath !== undefined && { executablePath }),
  })
  try {
    const owner = await openPage(browser)
    await owner.goto(await invite(shop, 'owner', '周敏'))
    await owner.getByRole('button', { name: '创建通行密钥' }).click()
    await owner.getByLabel('我已保存').check()
    await owner.getByRole('button', { name: '进入控制台' }).click()
    await owner.getByRole('button', { name: /打开菜单/ }).waitFor()
    await shop.sql`
      update operators set created_at = created_at - ${BEFORE_YESTERDAY}::interval,
        unchanged_since = unchanged_since - ${BEFORE_YESTERDAY}::interval`
    const colleague = await openPage(browser)
    await colleague.goto(await invite(shop, 'finance', '陈静'))
    const desks = { owner, colleague, stranger: await openPage(browser) }
    return {
      of: (person) => desks[person],
      [Symbol.asyncDispose]: () => browser.close(),
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}

/** A browser window of its own, with a device for passkeys. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: WINDOW,
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  await addPasskeyDevice(page)
  return page
}

/** The link of the invitation. */
async function invite(shop: HandbookShop, role: Role, name: string): Promise<string> {
  const words = ['operators', 'invite', `${role}@shop.example`, '--role', role, '--name', name]
  return invited.parse(JSON.parse(await shop.operate(...words, '--json'))).link
}
