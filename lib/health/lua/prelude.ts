/**
 * Prepares a fresh state, in Lua: names and behavior of Lua 5.1, on which scripts of Argo CD rely, limits of
 * functions that the count of instructions does not reach, and no way to files, bytecode or output. It
 * returns a function that is called before a script, with the time in seconds since 1970, and with whether
 * all libraries are open.
 */
export const prelude: string = String.raw`
local now
local type, floor, tointeger, numberType = type, math.floor, math.tointeger, math.type
local format, gsub, gmatch, find, rep = string.format, string.gsub, string.gmatch, string.find, string.rep
local load, rawget, rawset, select, error = load, rawget, rawset, select, error
local setmetatable, create, wrap, tostring, pack, unpack =
  setmetatable, coroutine.create, coroutine.wrap, tostring, table.pack, table.unpack

local function whole(value)
  return numberType(value) == "float" and tointeger(value) or value
end
_G.tostring = function(...)
  return select("#", ...) == 0 and tostring() or tostring(whole((...)))
end
_G.unpack = unpack
_G.print = function() end
_G.collectgarbage = function() return 0 end
_G.dofile, _G.loadfile, _G.warn = nil, nil, nil
_G.load = function(chunk, name, _, ...) return load(chunk, name, "t", ...) end
_G.loadstring = _G.load
_G.setmetatable = function(object, meta)
  local collect = type(meta) == "table" and rawget(meta, "__gc")
  if not collect then return setmetatable(object, meta) end
  rawset(meta, "__gc", nil)
  setmetatable(object, meta)
  rawset(meta, "__gc", collect)
  return object
end

table.getn = function(list) return #list end
table.maxn = function(list)
  local most = 0
  for key in next, list do
    if type(key) == "number" and key > most then most = key end
  end
  return most
end
table.move = nil

local function days(year, month, day)
  year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
  if month <= 2 then year = year - 1 end
  local ofEra, ofYear = year % 400, (153 * ((month + 9) % 12) + 2) // 5 + day - 1
  return year // 400 * 146097 + ofEra * 365 + ofEra // 4 - ofEra // 100 + ofYear - 719468
end
local function fieldsOf(time)
  local count, rest = time // 86400, time % 86400
  local shifted = count + 719468
  local ofEra = shifted % 146097
  local year = (ofEra - ofEra // 1460 + ofEra // 36524 - ofEra // 146096) // 365
  local ofYear = ofEra - (365 * year + year // 4 - year // 100)
  local month = (5 * ofYear + 2) // 153
  local day = ofYear - (153 * month + 2) // 5 + 1
  month = month < 10 and month + 3 or month - 9
  year = year + shifted // 146097 * 400 + (month <= 2 and 1 or 0)
  return { year = year, month = month, day = day, hour = rest // 3600, min = rest % 3600 // 60,
    sec = rest % 60, wday = (count + 4) % 7 + 1, yday = count - days(year, 1, 1) + 1, isdst = false }
end
local weekdays = { "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday" }
local months = { "January", "February", "March", "April", "May", "June", "July", "August", "September",
  "October", "November", "December" }
local function two(value) return format("%02d", value) end
local function short(name) return (gsub(name, "^(...).*", "%1")) end
local letters = {
  a = function(at) return short(weekdays[at.wday]) end, A = function(at) return weekdays[at.wday] end,
  b = function(at) return short(months[at.month]) end, B = function(at) return months[at.month] end,
  d = function(at) return two(at.day) end, H = function(at) return two(at.hour) end,
  I = function(at) return two((at.hour + 11) % 12 + 1) end, m = function(at) return two(at.month) end,
  M = function(at) return two(at.min) end, S = function(at) return two(at.sec) end,
  p = function(at) return at.hour < 12 and "AM" or "PM" end, y = function(at) return two(at.year % 100) end,
  Y = function(at) return format("%d", at.year) end, w = function(at) return format("%d", at.wday - 1) end,
  j = function(at) return format("%03d", at.yday) end,
  z = function() return "+0000" end, Z = function() return "UTC" end,
}
local combined = { c = "%d %b %y %H:%M UTC", D = "%m/%d/%y", F = "%Y-%m-%d", R = "%H:%M", T = "%H:%M:%S",
  x = "%m/%d/%y", X = "%H:%M:%S" }
os = {
  time = function(at)
    if at == nil then return now end
    local function part(name, default) return floor(at[name] or default) end
    return days(part("year", 1970), part("month", 1), part("day", 1)) * 86400 + part("hour", 12) * 3600
      + part("min", 0) * 60 + part("sec", 0)
  end,
  date = function(pattern, time)
    pattern = gsub(pattern or "%c", "^!", "")
    local at = fieldsOf(floor(time or now))
    if find(pattern, "*t", 1, true) == 1 then return at end
    pattern = gsub(pattern, "%%(%a)", combined)
    return (gsub(pattern, "%%(.)", function(letter)
      if letter == "%" then return "%" end
      return letters[letter] and letters[letter](at)
    end))
  end,
  difftime = function(left, right) return left - (right or 0) end,
  clock = function() return 0 end,
}

local coroutines = 0
local function counted(make)
  return function(body)
    coroutines = coroutines + 1
    if coroutines > 1000 then error("too many coroutines", 2) end
    return make(body)
  end
end
coroutine.create, coroutine.wrap = counted(create), counted(wrap)
math.pow = function(base, exponent) return base ^ exponent end
local log = math.log
math.log10 = function(value) return log(value, 10) end
math.mod, math.atan2 = math.fmod, math.atan
string.dump = nil
string.rep = function(text, times, separator)
  if #text == 0 and (separator == nil or separator == "") then return "" end
  return rep(text, floor(times), separator)
end
string.format = function(pattern, ...)
  local values, at = pack(...), 0
  for letter in gmatch(pattern, "%%[-+ #%d.]*([%a%%])") do
    if letter ~= "%" then
      at = at + 1
      local value = whole(values[at])
      if numberType(value) == "float" and value == value and find("cdioxX", letter, 1, true) then
        value = tointeger(value < 0 and -floor(-value) or floor(value)) or value
      end
      values[at] = value
    end
  end
  return format(pattern, unpack(values, 1, values.n > at and values.n or at))
end

local modules = { os = os, table = table, string = string, math = math, coroutine = coroutine, _G = _G }
require = function(name)
  return modules[name] or error("module '" .. tostring(name) .. "' not found", 2)
end
return function(time, open)
  now = time
  if not open then
    string, math, coroutine, modules.string, modules.math, modules.coroutine = nil
    getmetatable("").__index = nil
  end
end
`;
