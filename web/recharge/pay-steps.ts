/** The steps of a purchase, shown by checkout and result. */
export const PAY_STEPS = ['选择套餐', '付款', '到账']
