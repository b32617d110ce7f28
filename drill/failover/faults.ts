import { setTimeout as delay } from 'node:timers/promises'
import type { Program } from '#harness/production/program.ts'
import type { Node } from '#harness/production/nodes.ts'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'
import { findPrimary, pollUntil, readMembers, untilPrimary } from './patroni.ts'
import type { Traffic } from './traffic.ts'

/** What may die. */
export interface FailoverRig {
  cluster: Cluster
  nodes: readonly Node[]
  /** In front of the nodes. */
  proxy: Program
  traffic: Traffic
}

interface Fault {
  /** Returns how long the database had no primary; null when it kept its own. */
  strike(rig: FailoverRig, at: number): Promise<number | null>
  mayBeSilent?: true
}

const PRIMARY_MS = 40_000
const WORKING_MS = 30_000
const DOWN_MS = 3_000
const FULL_MS = 8_000

export const FAULTS = {
  'machine of the standby in step': {
    async strike(rig) {
      const members = await readMembers()
      const standby = members.find(({ role }) => role === 'sync_standby')
      const machine = machineOf(rig, standby?.name)
      machine.kill()
      await delay(DOWN_MS)
      await untilCharging(rig)
      await startMachine(machine)
      return null
    },
  },
  'PostgreSQL of the primary': {
    async strike(rig, at) {
      const machine = await primaryOf(rig)
      machine.killPostgres()
      return untilReplaced(rig, machine, at)
    },
  },
  'machine of the primary': {
    async strike(rig, at) {
      const machine = await primaryOf(rig)
      machine.kill()
      const primaryMs = await untilReplaced(rig, machine, at)
      await startMachine(machine)
      return primaryMs
    },
  },
  'machine of the primary freezes': {
    async strike(rig, at) {
      const machine = await primaryOf(rig)
      machine.freeze()
      const primaryMs = await untilReplaced(rig, machine, at)
      await delay(DOWN_MS)
      machine.thaw()
      return primaryMs
    },
  },
  'disk of the primary is full': {
    async strike(rig) {
      const machine = await primaryOf(rig)
      await machine.fillDisk()
      await delay(FULL_MS)
      await machine.freeDisk()
      await untilCharging(rig)
      return null
    },
  },
  node: {
    async strike(rig) {
      const [node] = rig.nodes
      await node!.kill()
      await delay(DOWN_MS)
      await node!.start()
      return null
    },
  },
  'proxy of the nodes': {
    mayBeSilent: true,
    strike: (rig) => killForAWhile(rig, rig.proxy),
  },
  PgBouncer: { strike: (rig) => killForAWhile(rig, rig.cluster.pgbouncer) },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

async function primaryOf(rig: FailoverRig): Promise<Machine> {
  return machineOf(rig, (await findPrimary()) ?? undefined)
}

function machineOf({ cluster }: FailoverRig, name: string | undefined): Machine {
  const machine = cluster.machines.find((each) => each.name === name)
  if (machine === undefined) throw new Error(`there is no machine ${name}`)
  return machine
}

async function untilReplaced(rig: FailoverRig, machine: Machine, at: number): Promise<number> {
  await untilPrimary(machine.name, PRIMARY_MS)
  const primaryMs = Math.round(performance.now() - at)
  await untilCharging(rig)
  return primaryMs
}

async function startMachine(machine: Machine): Promise<void> {
  await machine.startEtcd()
  await machine.startPatroni()
}

/** As a supervisor would start it again. */
async function killForAWhile(rig: FailoverRig, program: Program): Promise<null> {
  program.kill()
  await delay(DOWN_MS)
  await program.start()
  await untilCharging(rig)
  return null
}

/** Waits until a charge that is sent from now on is answered. */
async function untilCharging({ traffic }: FailoverRig): Promise<void> {
  const now = performance.now()
  await pollUntil('charge that is answered', WORKING_MS, () =>
    traffic.sent.some(
      ({ call, status, at }) => call.name === 'charge' && status === 200 && at > now,
    )
      ? true
      : null,
  )
}
