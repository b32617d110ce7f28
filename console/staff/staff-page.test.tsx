import { expect, test } from 'vitest'
import { act, type ActionForm } from '#contract/console/actions.ts'
import { listStaff } from '#contract/console/staff/staff.ts'
import { answer } from '#web/testing/network.ts'
import {
  answerFrame,
  refundForm,
  renderConsole,
  sampleOwner,
  signIn,
} from '../testing/render-console.tsx'

const time = '2026-11-20T02:00:00.000Z'
const colleague = {
  id: 'operator-2',
  name: '刘洋',
  email: 'liuyang@example.com',
  role: 'finance',
  passkeys: 1,
  hasCode: false,
  recoveryCodesLeft: 8,
  sessions: 1,
  lastSeenAt: null,
  createdAt: time,
  disabledAt: null,
} as const
const staff = {
  operators: [
    { ...colleague, id: sampleOwner.id, name: '周敏', role: 'owner' } as const,
    colleague,
  ],
  invitations: [],
}
const operatorField = { label: '同事', help: '', isRequired: true, kind: 'email' } as const
const disableForm: ActionForm = {
  ...refundForm,
  command: 'operators disable',
  title: '停用同事',
  permission: 'own',
  fields: [{ ...operatorField, name: 'operator' }],
}
const uninviteForm: ActionForm = {
  ...disableForm,
  command: 'operators uninvite',
  title: '撤回邀请',
  fields: [{ ...operatorField, name: 'invitation', label: '邀请', kind: 'text' }],
}

test('a colleague is disabled by the action, and the list is read again', async () => {
  signIn()
  answerFrame([disableForm])
  answer(listStaff, staff)
  const { screen } = await renderConsole('/staff')
  await screen.getByRole('button', { name: '更改 刘洋' }).click()
  await screen.getByRole('button', { name: '停用', exact: true }).click()
  const dialog = screen.getByRole('dialog', { name: '停用同事' })
  await expect.element(dialog.getByLabelText('同事')).toHaveValue('liuyang@example.com')
  answer(act, { is: 'done', report: { facts: [], sentences: ['已停用。'] } })
  answer(listStaff, { ...staff, operators: [{ ...colleague, disabledAt: time }] })
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect.element(dialog).toMatchTextContent('已停用。')
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect.element(screen.getByText('已停用', { exact: true })).toBeVisible()
})

test('an invitation is withdrawn by its id', async () => {
  signIn()
  answerFrame([uninviteForm])
  const { name, role } = colleague
  const invitation = { id: 'invitation-1', email: null, name, role, invitedBy: '周敏' }
  answer(listStaff, {
    ...staff,
    invitations: [{ ...invitation, createdAt: time, expiresAt: time }],
  })
  const { screen } = await renderConsole('/staff')
  await screen.getByRole('button', { name: '撤回对刘洋的邀请' }).click()
  await expect.element(screen.getByLabelText('邀请', { exact: true })).toHaveValue('invitation-1')
})
