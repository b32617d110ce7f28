import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createWorkFolder, removeFolder } from '#harness/database-server.ts'
import { formatTable } from '#harness/format-table.ts'
import { ROOT } from '../scripts/run-program.ts'
import { median } from './rig/rounds.ts'

const NAMES = ['session', 'login', 'order', 'home', 'memory', 'start']
/** Both revisions run in turns, so that other work on the machine slows both alike. */
const TURNS = ['new', 'old', 'old', 'new'] as const
const ROUNDS = 2
/** What is less has to be mended or decided. */
const SLOWER = 0.95

type Side = (typeof TURNS)[number]

interface Reading {
  value: number
  /** Seconds and megabytes: less is better. */
  isCost: boolean
}

/** Prints how this tree compares with another revision, measured by each revision's own bench; false when slower. */
export async function measureAgainst(revision: string, names: readonly string[]): Promise<boolean> {
  await using other = await checkOut(revision)
  const roots: Record<Side, string> = { new: ROOT, old: other.root }
  const readings = new Map<string, Record<Side, Reading[]>>()
  for (const name of names.length > 0 ? names : NAMES) {
    for (const side of TURNS) {
      for (const [what, reading] of measure(roots[side], name)) {
        const known = readings.get(what) ?? { new: [], old: [] }
        known[side].push(reading)
        readings.set(what, known)
      }
    }
  }
  const rows = [...readings].flatMap(([what, sides]) => compare(what, sides) ?? [])
  const table = formatTable(
    ['What', 'This', revision, 'Ratio', 'Range', ''],
    rows.map(({ cells }) => cells),
  )
  process.stdout.write(`\n${table.join('\n')}\n`)
  return rows.length > 0 && rows.every(({ isSlower }) => !isSlower)
}

/** A working tree of the revision, with packages of its own unless they are the same. */
async function checkOut(revision: string) {
  const folder = await createWorkFolder()
  const root = join(folder, 'tree')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, stdio: 'pipe' })
  git('worktree', 'add', '--detach', root, revision)
  const { status } = spawnSync('git', ['diff', '--quiet', revision, '--', 'package-lock.json'], {
    cwd: ROOT,
  })
  if (status === 0) await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  else execFileSync('npm', ['ci'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  return {
    root,
    async [Symbol.asyncDispose]() {
      git('worktree', 'remove', '--force', root)
      await removeFolder(folder)
    },
  }
}

/** What the revision's own bench prints of its product: the last table's rows. */
function measure(root: string, name: string): Map<string, Reading> {
  process.stdout.write(`${root === ROOT ? 'this tree' : 'the other'}: ${name} …\n`)
  const program = join(root, 'bench/run.ts')
  // older revisions have their own number
  const knowsRounds = readFileSync(program, 'utf8').includes('rounds: { type')
  const args = [program, name, ...(knowsRounds ? ['--rounds', String(ROUNDS)] : [])]
  const { stdout } = spawnSync(process.execPath, args, {
    ...{ cwd: root, encoding: 'utf8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const rows = stdout.split('\n').flatMap((line) => {
    const [, what, ours = ''] = line.split('|').map((cell) => cell.trim())
    const value = Number.parseFloat(ours.replaceAll(',', ''))
    if (what === undefined || Number.isNaN(value)) return []
    // a row for each reference: the product is the same
    return [[what.split(', against')[0]!, { value, isCost: !ours.includes('/s') }] as const]
  })
  if (rows.length === 0) throw new Error(`bench ${name} printed no figure:\n${stdout}`)
  return new Map(rows)
}

function compare(what: string, sides: Record<Side, Reading[]>) {
  const [first] = sides.new
  if (first === undefined || sides.old.length === 0) return null
  const better = (ours: number, theirs: number) => (first.isCost ? theirs / ours : ours / theirs)
  const values = (side: Side) => sides[side].map(({ value }) => value)
  const ratios = values('new').flatMap((ours) =>
    values('old').map((theirs) => better(ours, theirs)),
  )
  const ratio = median(ratios)
  const isSlower = ratio < SLOWER
  const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })
  const range = `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`
  const cells = [
    ...[what, number(median(values('new'))), number(median(values('old')))],
    ...[`**${ratio.toFixed(2)} ×**`, range, isSlower ? '**slower**' : ''],
  ]
  return { cells, isSlower }
}
