import type { api } from '#contract/api.ts'
import type * as personalData from '#contract/account/personal-data.ts'
import type { User } from '#contract/shapes.ts'
import { type Answers, MockRefusal } from './answer.ts'
import { clearMockLogin, isMockLoggedIn, setMockCookie } from './cookies.ts'
import { mockSecondFactor } from './second-factor-answers.ts'
import { balanceOf, storeMockState, mockState } from './state.ts'

const CODE_SENT = { expiresIn: 600, resendIn: 60 }
const WEEK_MS = 7 * 86_400_000

/** Accepts any password and any code; failures are chosen in the panel. */
export const accountAnswers: Answers<typeof api.account> = {
  login({ email }) {
    const state = mockState()
    const staysOpen = state.isClosing
    state.isClosing = false
    const user = change({ email })
    return { user, ...(staysOpen && { staysOpen }) }
  },
  register: ({ email, nickname }) => {
    Object.assign(mockState().user, { email, nickname: nickname ?? '新用户' })
    storeMockState()
    return { user: mockState().user }
  },
  registerCode: () => CODE_SENT,
  logout() {
    clearMockLogin()
    return null
  },
  userInfo: () => ({ isLogin: isMockLoggedIn() }),
  profile: () => ({ user: mockState().user, credit: credit(), lastLogin: logins()[0] ?? null }),
  editProfile: (changed) => ({ user: change(changed) }),
  sessions: () => ({ list: devices() }),
  revokeSession({ id }) {
    const state = mockState()
    const left = state.sessions.filter((session) => session.id !== id)
    if (left.length === state.sessions.length) throw new MockRefusal('NOT_FOUND')
    state.sessions = left
    storeMockState()
    return null
  },
  changePassword: () => null,
  resetPasswordLink: () => ({ expiresIn: 1800 }),
  resetPassword: () => null,
  sendChangeEmailCode: () => CODE_SENT,
  changeEmail: ({ email }) => ({ user: change({ email }) }),
  undoEmailChange() {
    clearMockLogin()
    return { email: mockState().user.email }
  },
}

/** Changes the user, and with them what the header shows. */
function change(changed: { [Field in keyof User]?: User[Field] | undefined }): User {
  const { user } = mockState()
  Object.assign(user, changed)
  storeMockState()
  const email = user.email.replace(/^(.).*@/, '$1***@')
  setMockCookie('_userInfo', JSON.stringify({ nickname: user.nickname, email }))
  return user
}

function credit() {
  const expiring = mockState().credit.filter(({ expiresAt }) => expiresAt !== null)
  return { balance: balanceOf(mockState()), held: 0, expiring }
}

function devices() {
  return mockState().sessions.map((session, at) => ({ ...session, current: at === 0 }))
}

function logins() {
  return mockState().sessions.map(({ createdAt, ip, device }) => ({ at: createdAt, ip, device }))
}

export const personalDataAnswers: Answers<typeof personalData> = {
  exportData: () => ({
    exportedAt: new Date().toISOString(),
    user: mockState().user,
    credit: credit(),
    sessions: devices(),
    logins: logins(),
    secondFactor: mockSecondFactor(),
    orders: mockState().orders,
    creditEntries: mockState().entries,
    refundRequests: [],
    ...{ apiKeys: [], grants: [], signOns: [], holds: [], charges: [] },
    ...{ invoices: mockState().invoices, invoiceTitles: mockState().titles },
    ...{ emailChanges: [], operatorActions: [] },
    reminders: { lowCredit: null, expiringDays: null },
    notices: [],
    omitted: { orders: 0, creditEntries: 0, holds: 0, charges: 0 },
  }),
  closeAccount() {
    mockState().isClosing = true
    storeMockState()
    clearMockLogin()
    return { closesAt: new Date(Date.now() + WEEK_MS).toISOString() }
  },
}
