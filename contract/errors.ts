/** Every failure the server may answer with: its HTTP status and the sentence shown to the user. */
export const errorCatalogue = {
  VALIDATION: { status: 400, message: '提交的内容有误，请检查后重试' },
  BAD_CREDENTIALS: { status: 400, message: '邮箱或密码不正确' },
  UNAUTHENTICATED: { status: 401, message: '登录状态已过期，请重新登录' },
  CSRF: { status: 403, message: '页面已过期，请刷新后重试' },
  REAUTH: { status: 403, message: '为了账户安全，请重新登录后再操作' },
  NOT_FOUND: { status: 404, message: '您访问的内容不存在' },
  EMAIL_TAKEN: { status: 409, message: '该邮箱已被注册' },
  ORDER_STATE: { status: 409, message: '订单状态已变化，请刷新后查看' },
  TOO_MANY_OPEN_ORDERS: {
    status: 409,
    message: '您已有 3 笔待支付订单，请先支付或取消其中一笔',
  },
  KEY_REUSED: { status: 409, message: '这个编号已用于另一笔积分变动' },
  CODE_EXPIRED: { status: 410, message: '验证码已失效，请重新获取' },
  TOKEN_EXPIRED: { status: 410, message: '链接已失效，请重新获取' },
  ORDER_EXPIRED: { status: 410, message: '订单已过期，请重新下单' },
  PLAN_GONE: { status: 410, message: '该套餐已下架，请选择其他套餐' },
  UNSUPPORTED_MEDIA: { status: 415, message: '请求格式不受支持' },
  CODE_WRONG: { status: 422, message: '验证码不正确，请核对后重新输入' },
  CAPTCHA_REQUIRED: { status: 422, message: '请先完成人机验证' },
  CAPTCHA_FAILED: { status: 422, message: '人机验证未通过，请重试' },
  CARD_DECLINED: { status: 422, message: '银行拒绝了这笔付款，请换一张卡或联系发卡行' },
  CREDIT_SHORT: { status: 422, message: '积分余额不足' },
  PASSWORD_WEAK: { status: 422, message: '密码过于常见，请换一个更安全的密码' },
  PASSWORD_WRONG: { status: 422, message: '当前密码不正确' },
  RATE_LIMITED: { status: 429, message: '操作过于频繁，请稍后再试' },
  INTERNAL: { status: 500, message: '服务器开小差了，请稍后再试' },
  OVERLOADED: { status: 503, message: '当前访问人数较多，请稍后再试' },
  DEPENDENCY_DOWN: { status: 503, message: '服务暂时不可用，请稍后再试' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue
