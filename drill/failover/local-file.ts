import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const DEPLOY = join(import.meta.dirname, '../../deploy')

type Change = readonly [from: string, to: string]

/**
 * The text of a file of `deploy/` for one of the machines, with these changes; throws when the file does not hold what
 * is to be changed.
 */
export async function localFile(
  name: string,
  changes: readonly Change[],
  place: MachinePlace = MACHINES[0],
): Promise<string> {
  const text = swapMachines(await readFile(join(DEPLOY, name), 'utf8'), place)
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/${name} does not hold ${from}`)
    return changed.replaceAll(from, to)
  }, text)
}

/** Machines of the database as the files of `deploy/` name them; the first one's name and address are those of the file. */
export const MACHINES = [
  { name: 'db1', address: '10.0.0.11' },
  { name: 'db2', address: '10.0.0.12' },
  { name: 'db3', address: '10.0.0.13' },
] as const
export type MachinePlace = (typeof MACHINES)[number]

/** Makes a file of the first machine that of another: both change places in it. */
function swapMachines(text: string, { name, address }: MachinePlace): string {
  const [first] = MACHINES
  const others = new Map<string, string>([
    [first.name, name],
    [name, first.name],
    [first.address, address],
    [address, first.address],
  ])
  return text.replaceAll(/\bdb\d\b|\b10\.0\.0\.1\d\b/g, (found) => others.get(found) ?? found)
}
