import { afterEach, beforeEach, expect, test } from 'vitest'
import type * as allCalls from '#contract/all-calls.ts'
import { api } from '#contract/api.ts'
import type { Endpoint, CallInputOf } from '#contract/endpoint.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { call } from '../lib/call/call.ts'
import { reloadOnce } from '../lib/call/reload.ts'
import { refreshSession } from '../lib/session/session.ts'
import { samplePlans } from '../testing/plans.ts'
import { setMockCookie } from './cookies.ts'
import { chooseFault, currentFault, type FaultName, readFaultFromAddress } from './faults.ts'
import { mockCalls, replaceNetwork } from './network.ts'
import { resetMockState } from './state.ts'

const quiet = { isSilent: true }
const DIGEST = 'XohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg='
const email = 'ann@example.com'
const code = '123456'

type Inputs<Group extends Record<string, Endpoint>> = {
  [Name in keyof Group]: CallInputOf<Group[Name]>
}

/** Something fitting for every call; TypeScript refuses a table with one missing. */
const inputs: {
  [Group in keyof typeof allCalls]: Inputs<(typeof allCalls)[Group]>
} = {
  account: {
    login: { email, password: DIGEST },
    register: { email, password: DIGEST, code },
    registerCode: { email, captcha: 'solved' },
    profile: {},
    logout: {},
    changePassword: { currentPassword: DIGEST, newPassword: 'as it is typed' },
    resetPasswordLink: { email, captcha: 'solved' },
    resetPassword: { token: 'A'.repeat(43), password: DIGEST },
    sendChangeEmailCode: { email },
    changeEmail: { email, code },
    undoEmailChange: { token: 'A'.repeat(43) },
    userInfo: {},
    editProfile: { nickname: 'Ann' },
    sessions: {},
    revokeSession: { id: 'mock-phone' },
  },
  apiKeys: {
    apiKeyList: {},
    createApiKey: { applicationId: 'mock-tools', name: '脚本', monthlyLimit: 1000 },
    revokeApiKey: { id: 'mock-key' },
    applicationList: {},
    revokeGrant: { id: 'mock-tools' },
  },
  invoices: {
    invoiceList: {},
    invoiceableOrders: {},
    invoiceTitles: {},
    requestInvoice: {
      orderIds: ['mock-order-paid'],
      title: { kind: 'person', name: '王小明', email },
    },
    withdrawInvoice: { id: 'mock-invoice-requested' },
    removeInvoiceTitle: { id: 'mock-title' },
    invoiceFile: { id: 'mock-invoice-requested', file: 'invoice' },
  },
  ledger: { creditEntries: {} },
  refundRequests: {
    refundOffer: { orderId: 'mock-order-paid' },
    requestRefund: { orderId: 'mock-order-paid' },
    withdrawRefundRequest: { orderId: 'mock-order-paid' },
  },
  personalData: { exportData: {}, closeAccount: { password: DIGEST } },
  recharge: {
    comboList: {},
    placeOrder: { id: 'pro', num: 1 },
    queryOrder: { orderId: 'mock-order-paid' },
    orderList: { state: 'paid' },
    cancelOrder: { id: 'mock-order-pending' },
    createPaymentIntent: { id: 'pro', num: 2 },
    confirmPayment: {
      clientSecret: 'mock-order-pending_secret_mock',
      paymentMethodId: 'pm_mock_good',
    },
  },
  notices: { readNotice: {}, dismissNotice: { id: '0197a9c2-0000-7000-8000-000000000001' } },
  loginNotice: { refuseLogin: { token: 'A'.repeat(43) } },
  reminders: { readReminders: {}, saveReminders: { lowCredit: 100, expiringDays: 7 } },
  secondFactor: {
    beginSecondLogin: {},
    finishSecondLogin: { totp: code },
    readSecondFactor: {},
    beginSecondFactorProof: {},
    proveSecondFactor: { recoveryCode: 'ABCD-EFGH-IJKL-MNOP' },
    beginTotpSetup: {},
    setTotp: { code, ticket: 'ticket' },
    removeTotp: {},
    beginPasskeySetup: {},
    addPasskey: { name: '手机', response: {} },
    removePasskey: { id: 'mock-passkey' },
    renewRecoveryCodes: {},
  },
  signOn: { waitingSignOn: { id: 'a'.repeat(43) } },
  site: { csrfToken: {}, globalConfig: { type: 'download_url' }, captchaChallenge: {} },
  usage: { usageSummary: {}, usageRecords: {}, usageCsv: {} },
}

const given = new Map<string, object>(
  Object.values(inputs).flatMap((group) => Object.entries<object>(group)),
)

/** The page is drawn for her: for another user it would reload. */
function becomeAnn(): void {
  setMockCookie('_userInfo', '{"nickname":"Ann"}')
  refreshSession()
}

beforeEach(() => {
  becomeAnn()
  const plans = document.createElement('script')
  plans.id = 'mock-plans'
  plans.type = 'application/json'
  plans.textContent = JSON.stringify(samplePlans)
  document.body.append(plans)
  resetMockState()
  replaceNetwork(0)
})

afterEach(() => {
  document.getElementById('mock-plans')?.remove()
  resetMockState()
})

test('§9 mock mode: every call is answered as the contract says', async () => {
  for (const { name, endpoint } of mockCalls) {
    becomeAnn()
    resetMockState()
    await expect(call(endpoint, given.get(name)), name).resolves.toBeDefined()
  }
})

test('§9 mock mode: an order paid in the mock is credited, and the next document of the tab still has it', async () => {
  const before = await call(api.account.profile, {})
  const intent = await call(api.recharge.createPaymentIntent, { id: 'pro', num: 1 })
  const { clientSecret, orderId } = intent
  const confirmed = { clientSecret, paymentMethodId: 'pm_mock_good' }
  expect((await call(api.recharge.confirmPayment, confirmed)).status).toBe('succeeded')
  const { credit } = await call(api.account.profile, {})
  const { order } = await call(api.recharge.queryOrder, { orderId })
  expect(order.state).toBe('paid')
  expect(credit.balance).toBe(before.credit.balance + order.credit)
  expect(sessionStorage.getItem('mock-state')).toContain(orderId)
})

test('§9 mock mode: every refusal and every failure of the network can be switched on', async () => {
  for (const [refusal, { status }] of Object.entries(errorCatalogue)) {
    readFaultFromAddress(`?mock=${refusal}`)
    const refused = { code: refusal, status }
    await expect(call(api.recharge.comboList, {}, quiet)).rejects.toMatchObject(refused)
  }
  // a page that has just been reloaded is not reloaded again, as this one must not be
  reloadOnce(() => undefined)
  for (const [name, failure] of [
    ['html', { status: 502 }],
    ['empty', { status: 500, message: '服务器异常：500' }],
    ['refusal', { status: 200, message: '操作未成功' }],
    ['offline', { status: 0, message: '网络异常' }],
    ['unreachable', { status: 0, message: '无法连接服务器，请稍后再试' }],
  ] as const) {
    chooseFault({ name })
    await expect(call(api.recharge.comboList, {}, quiet), name).rejects.toMatchObject(failure)
  }
})

test('§9 mock mode: the query string chooses the fault of one call and switches it off', async () => {
  readFaultFromAddress('?mock=401&mock-call=orderList')
  await expect(call(api.recharge.orderList, {}, quiet)).rejects.toMatchObject({ status: 401 })
  expect(await call(api.account.userInfo, {})).toEqual({ isLogin: false })
  expect(await call(api.recharge.comboList, {})).toHaveLength(samplePlans.length)
  readFaultFromAddress('?page=2')
  expect(currentFault()).toEqual({ name: 'UNAUTHENTICATED' satisfies FaultName, call: 'orderList' })
  readFaultFromAddress('?mock=off')
  expect(currentFault()).toBeUndefined()
})

test('§9 mock mode: invalid input is refused by field, and without login calls get 401', async () => {
  await expect(
    call(api.account.editProfile, { nickname: '' }, { isQuiet: true }),
  ).rejects.toMatchObject({ code: 'VALIDATION', fields: { nickname: '请输入昵称' } })
  await call(api.account.logout, {})
  await expect(call(api.account.profile, {}, quiet)).rejects.toMatchObject({ status: 401 })
})
