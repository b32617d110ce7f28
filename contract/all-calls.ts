/** Every call of the browser by feature: those that all pages share in one file, and those of single pages. */
export * from './calls.ts'
export * as apiKeys from './api-keys.ts'
export * as notices from './notices.ts'
export * as personalData from './personal-data.ts'
export * as emailRecovery from './email-recovery.ts'
export * as reminders from './reminders.ts'
export * as signOn from './sign-on.ts'
export * as usage from './usage.ts'
