export const reportHtml = (_result: unknown, _assets: { echarts: string }): string => '';
