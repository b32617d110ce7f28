/**
 * Takes the pictures of docs/operator.md anew, from a shop of its own that is filled with demo data:
 * `npm run handbook`, or `npm run handbook -- order refund` for these alone. Numbers and times in them are
 * those of the run.
 */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareBrowser } from '../browser.ts'
import { endWithParent } from '../end-with-parent.ts'
import { runProgram } from '../run-program.ts'
import { type Desks, openDesks } from './desks.ts'
import { startMailServer } from '#harness/mail-server.ts'
import { type Picture, WINDOW } from './picture.ts'
import { pictureFile, PICTURES_FOLDER } from './picture-files.ts'
import { PICTURES } from './pictures.ts'
import { CUSTOMER_EMAIL, setStage, type Stage } from './stage.ts'
import { startHandbookShop } from './start-shop.ts'
import { takePicture } from './take-picture.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !PICTURES.some(({ file }) => file === name))
  if (unknown.length > 0) throw new Error(`no picture has this name: ${unknown.join(', ')}`)
  await prepareBrowser()
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  if (code !== 0) throw new Error('the web does not build')
  say('Starting a shop of its own …')
  await using mails = await startMailServer({ unknownAddress: CUSTOMER_EMAIL })
  await using shop = await startHandbookShop(mails.url)
  say(`Filling it with demo data (${shop.url}, about a minute) …`)
  const stage = await setStage(shop)
  await using desks = await openDesks(shop)
  if (names.length === 0) await removeFormerPictures()
  const failures: Error[] = []
  for (const picture of PICTURES) {
    const isWanted = names.length === 0 || names.includes(picture.file)
    await takeOne(picture, { desks, stage, isWanted }).catch((error: Error) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not all pictures could be taken')
}

interface Surroundings {
  desks: Desks
  stage: Stage
  /** Whether its file is written; what its picture needs is clicked in any case, for those that go on from there. */
  isWanted: boolean
}

async function takeOne(picture: Picture, { desks, stage, isWanted }: Surroundings): Promise<void> {
  const { file, who = 'owner', path, act, parts } = picture
  const page = desks.of(who)
  // a page behind another one has no focus, which passkeys need
  await page.bringToFront()
  try {
    await page.setViewportSize(WINDOW)
    if (path) await page.goto(stage.consoleUrl + path(stage))
    await act?.(page, stage)
    if (!isWanted) return
    const bytes = await takePicture(page, file, parts(page))
    say(`${pictureFile(file)}  ${Math.ceil(bytes / 1000)} KB`)
  } catch (error) {
    throw new Error(`picture “${file}”, at ${page.url()}`, { cause: error })
  }
}

async function removeFormerPictures(): Promise<void> {
  const known = new Set(PICTURES.map(({ file }) => pictureFile(file)))
  const found = await readdir(PICTURES_FOLDER).catch(() => [])
  const former = found.filter((name) => !known.has(name))
  await Promise.all(former.map((name) => rm(join(PICTURES_FOLDER, name))))
}

endWithParent()
// what was started ends with this process
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

try {
  await main(process.argv.slice(2))
  say(`The pictures are in ${PICTURES_FOLDER}`)
} catch (error) {
  process.exitCode = 1
  tellFailure(error)
}

function tellFailure(error: unknown): void {
  if (!(error instanceof Error)) return
  process.stderr.write(`handbook: ${error.message}\n`)
  const causes = error instanceof AggregateError ? error.errors : [error.cause]
  for (const cause of causes) tellFailure(cause)
}
