import type { Query } from '../../db/sql.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { listLiveNames } from './applications.store.ts'
import { applicationLabel } from './find-application.ts'

export const LONGEST_NAME = 40

/**
 * Refuses a name that users would take for the shop or for another live application. Without `lockNames` in the same
 * transaction another registration may take the name meanwhile.
 */
export async function requireFreeName(
  sql: Query,
  { content }: Pick<OperatorContext, 'content'>,
  name: string,
): Promise<void> {
  const form = readableForm(name)
  if (form === '') throw wrongUsage('--name 里没有看得见的字')
  if (name.length > LONGEST_NAME) throw wrongUsage(`--name 最多 ${LONGEST_NAME} 个字`)
  const taken = (whose: string) =>
    new Refusal(`名称“${name}”和${whose}一样，或看起来一样，用户会分不清：请换一个`, {
      code: 'NAME_TAKEN',
    })
  if (form === readableForm(content.site.name)) throw taken('商店自己的名称')
  const other = (await listLiveNames(sql)).find((each) => readableForm(each.name) === form)
  if (other !== undefined) throw taken(`应用 ${applicationLabel(other)}`)
}

/** Letters of other scripts with the Latin letter that they look like. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХ', 'ABESIJKMHOPCTYX'],
    ['аеѕіјорсухһԁ', 'aesijopcyxhd'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['αινορυ', 'aivopu'],
  ].flatMap(([others = '', latin = '']) =>
    Array.from(others, (letter, place) => [letter, latin[place]!] as const),
  ),
)

/**
 * What a reader tells names apart by: neither width, case, spaces and marks nor what cannot be seen, nor a letter of
 * another script that looks the same.
 */
function readableForm(name: string): string {
  const letters = name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{P}\s]/gu, '')
  return Array.from(letters, (letter) => LOOKS.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[l1|]/g, 'i')
    .replaceAll('0', 'o')
}
