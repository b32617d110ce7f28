import { useEffect, useState } from 'react'
import { Outlet } from '#web/lib/router/router-provider.tsx'
import { ScrollRestoration } from '#web/lib/router/scroll-restoration.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { ActionFormsProvider } from '../actions/action-forms.tsx'
import { WaitingInvoicesProvider } from '../invoices/waiting-invoices.tsx'
import { useKeys } from '../lib/use-keys.ts'
import { SignatureRequestsProvider } from '../signatures/signature-requests.tsx'
import { ConfirmationDialog } from './confirmation-dialog.tsx'
import { Logo } from './logo.tsx'
import { OperatorMenu } from './operator-menu.tsx'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import { Ask } from './ask.tsx'

/** Bar, rail and page of a signed-in operator. */
export function Frame() {
  const [isFinding, setIsFinding] = useState(false)
  const [isHelpOpen, setIsHelpOpen] = useState(false)

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isCommand || event.key.toLowerCase() !== 'k') return
      // the browser's own search
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) setIsFinding(true)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  useKeys((key) => {
    if (key === '?') setIsHelpOpen(true)
    else if (key === '/') setIsFinding(true)
    else return false
    return true
  })

  return (
    <ActionFormsProvider>
      <SignatureRequestsProvider>
        <WaitingInvoicesProvider>
          <div className="console">
            <a className="skip" href="#content">
              跳到正文
            </a>
            <header className="op-bar">
              <Logo />
              <button
                type="button"
                className="op-find"
                aria-haspopup="dialog"
                onClick={() => setIsFinding(true)}
              >
                <Icon name="find" />
                <span>查找订单、用户、页面或操作</span>
                <kbd>Ctrl K</kbd>
              </button>
              <OperatorMenu onHelp={() => setIsHelpOpen(true)} />
            </header>
            <Rail />
            <main className="op-main" id="content" tabIndex={-1}>
              <Outlet />
            </main>
            {isFinding && <Palette onClose={() => setIsFinding(false)} />}
            {isHelpOpen && <KeyHelp onClose={() => setIsHelpOpen(false)} />}
            <ConfirmationDialog />
          </div>
          <ScrollRestoration />
        </WaitingInvoicesProvider>
      </SignatureRequestsProvider>
    </ActionFormsProvider>
  )
}

const KEYS: readonly [keys: readonly string[], use: string][] = [
  [['Ctrl K', '⌘K', '/'], '查找订单、用户、页面和操作'],
  [['j', 'k'], '在列表里向下、向上'],
  [['Enter'], '打开选中的一行'],
  [['Esc'], '关闭弹出的窗口'],
  [['?'], '这份说明'],
]

/** The keys of the console. */
function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Ask title="按键说明" onClose={onClose}>
      <div className="ask-body">
        <dl className="facts">
          {KEYS.map(([keys, use]) => (
            <div key={use}>
              <dt>{use}</dt>
              <dd className="key-list">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Ask>
  )
}
