import type { AuditEntry } from '#contract/console/audit.ts'

export const CHANNEL_LABELS: Readonly<Record<AuditEntry['channel'], string>> = {
  console: '控制台',
  terminal: '命令行',
  site: '网站',
}

/** Null: it still runs, or its program ended. */
export const OUTCOME_LABELS: Readonly<Record<NonNullable<AuditEntry['outcome']>, string>> = {
  done: '完成',
  refused: '拒绝',
  failed: '失败',
  unknown: '结果未知',
}

export const UNFINISHED_LABEL = '没有结束'
