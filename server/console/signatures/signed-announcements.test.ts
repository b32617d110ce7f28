import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { listAnnouncements } from '#contract/console/announcements.ts'
import { operatorOf } from '../../testing/operator.ts'
import {
  type Colleague,
  dismissStaff,
  perform,
  sign,
  signOnly,
  startSigning,
  waiting,
} from '../../testing/console/signing.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import type { Shop } from '../../testing/shop.ts'

const fixtureOf = oncePerFile(startSigning)

/** The shop of this file without the staff and the announcements of the tests before. */
async function start() {
  const fixture = await fixtureOf()
  await dismissStaff(fixture.shop)
  await fixture.shop.sql`delete from announcements`
  return fixture
}

const NEEDS_SIGNATURE = '需要另一位所有者或财务签字，签字之后才开始'
const FOREIGN = 'https://shop-verify.example/login'

const banner = { kind: 'banner', text: '请重新确认账户' }
const linked = (link: string) => ({ ...banner, link, 'link-label': '去确认' })

async function add(owner: Colleague, given: Record<string, string>) {
  return (await perform(owner, 'announcements add', given)).body.data
}

async function edit(owner: Colleague, announcement: string, given: Record<string, string>) {
  return (await perform(owner, 'announcements edit', { announcement, ...given })).body.data
}

async function shown(owner: Colleague) {
  return (await owner.call(listAnnouncements, {})).body.data.announcements
}

/** The mails about what two have to sign. */
async function told({ mails }: Shop) {
  return (await mails()).filter(({ subject }) => subject === '控制台里有重要的改动')
}

test('a banner that leads to another site waits until another owner signs it; then it is shown and all owners are mailed; links of the shop, its tools and site.json need nobody', async () => {
  const { shop, staff } = await start()
  const owner = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  const asked = { command: 'announcements add', given: linked(FOREIGN), mark: null }
  const { data } = (await owner.call(act, asked)).body
  if (data.is !== 'preview') throw new Error('there is no preview')
  expect(data.preview.sentences).toEqual([
    '将发布这条公告',
    '链接通往别的网站：shop-verify.example',
    NEEDS_SIGNATURE,
  ])
  expect(await add(owner, linked(FOREIGN))).toMatchObject({ is: 'waiting' })
  expect(await shown(owner)).toEqual([])
  expect(await told(shop)).toEqual([])
  const [request] = await waiting(other)
  expect(request!.preview.facts).toContainEqual({ label: '链接', value: `去确认 → ${FOREIGN}` })
  expect((await sign(owner, request!.id)).status).toBe(403)
  expect((await sign(other, request!.id)).body.data).toMatchObject({ is: 'done' })
  expect(await shown(owner)).toMatchObject([{ link: { url: FOREIGN }, createdBy: owner.email }])
  const mails = await told(shop)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, other.email].toSorted())
  expect(mails[0]!.text).toContain(`发布了横幅“请重新确认账户”，链接通往 ${FOREIGN}`)
  expect(mails[0]!.text).toContain(`操作者：${owner.email}。签字：${other.email}。`)
})

test('an edit is signed while its link leads elsewhere, and the whole announcement is shown; taking the link away is not', async () => {
  const { shop, staff } = await start()
  const owner = await staff.newOperator('owner')
  const finance = await staff.newOperator('finance')
  await add(owner, banner)
  const { id } = (await shown(owner))[0]!
  const link = { link: FOREIGN, 'link-label': '去确认' }
  expect(await edit(owner, id, link)).toMatchObject({ is: 'waiting' })
  expect(await shown(owner)).toMatchObject([{ link: null, version: 1 }])
  await signOnly(finance)
  expect(await shown(owner)).toMatchObject([{ link: { url: FOREIGN }, version: 2 }])
  expect(await told(shop)).toMatchObject([{ to: owner.email }])

  expect(await edit(owner, id, { text: '请马上确认' })).toMatchObject({ is: 'waiting' })
  const [request] = await waiting(finance)
  expect(request!.preview.facts).toContainEqual({
    label: '内容',
    value: '请重新确认账户 → 请马上确认',
  })
  expect(request!.preview.facts).toContainEqual({ label: '链接', value: `去确认 → ${FOREIGN}` })

  const none = await edit(owner, id, { link: '-', 'link-label': '-' })
  expect(none).toMatchObject({ is: 'done' })
  expect(await told(shop)).toHaveLength(1)
  // what was asked for before is another change now
  expect((await sign(finance, request!.id)).body.data).toMatchObject({ is: 'done' })
  expect(await shown(owner)).toMatchObject([{ text: '请马上确认', link: null }])
})

test('nobody who could sign, or a terminal: it is published at once, and all owners are mailed', async () => {
  const { shop, staff } = await start()
  const owner = await staff.newOperator('owner')
  expect(await add(owner, linked(FOREIGN))).toMatchObject({ is: 'done' })
  await using terminal = await operatorOf(shop)
  const words = Object.entries(linked(FOREIGN)).flatMap(([name, value]) => [`--${name}`, value])
  await terminal.json(['announcements', 'add', ...words])
  expect(await shown(owner)).toHaveLength(2)
  const mails = await told(shop)
  expect(mails).toMatchObject([{ to: owner.email }, { to: owner.email }])
  for (const { text } of mails) expect(text).toContain('没有第二个人签字')
})
