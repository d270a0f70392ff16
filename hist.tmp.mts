import { broken } from './test/verification/oracle/seldom-run.ts';
const run={seed:'88501',lasts:'2d',operations:[
{do:'POST /api/trading-api/order',body:{pair:'ETH-USDC',side:'buy',amount:'9.985'}},
{do:'POST /api/trading-api/order',body:{pair:'ETH-USDC',side:'sell',amount:'1.50',type:'limit',price:'4500'}},
{do:'POST /api/trading-api/order',body:{pair:'ETH-USDC',side:'sell',amount:'1.50',type:'limit',price:'3000'}},
{at:'1d',do:'POST /api/trading-api/order',body:{pair:'ETH-USDC',side:'buy',amount:'9.985',type:'limit',price:'3500.5',market_type:'perp',leverage:10}},
{at:'2d',do:'GET /api/trading-api/orders'}]};
console.log(await broken(run as any));
