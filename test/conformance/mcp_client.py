"""Lists the tools of one MCP endpoint and calls some of them with the official Python client; prints one JSON object.

Arguments: the address, the API key, and the calls as a JSON list of [name, arguments].
"""

import asyncio
import json
import sys

import httpx2
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


async def main(address, key, calls):
    http_client = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=30)
    async with streamable_http_client(address, http_client=http_client) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            results = []
            for name, arguments in calls:
                result = await session.call_tool(name, arguments)
                results.append(
                    {
                        "isError": bool(result.is_error),
                        "text": result.content[0].text,
                        "structured": result.structured_content,
                    }
                )
    print(json.dumps({"tools": tools, "results": results}))


asyncio.run(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
