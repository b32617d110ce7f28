import type { Output } from '../wire/job.ts'
import type { ToolId } from '../wire/tools.ts'

export type ToWorker =
  | { type: 'convert'; id: number; tool: ToolId; choice: string; text: string }
  | { type: 'prepare'; tool: ToolId; choice?: string }
  | { type: 'cancel'; id: number }

export type FromWorker =
  /** The job has the thread until its next message. */
  | { type: 'turn'; id: number }
  | { type: 'progress'; id: number; length: number }
  | { type: 'done'; id: number; output: Output }
  | { type: 'failed'; id: number; message: string; isForUser: boolean }
