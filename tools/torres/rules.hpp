// The rules of Torres for tools/torres/learn.cpp: what engines/torres has in terrain.py, play.py, scoring.py and towers.py, for
// the usual variant alone and without what learning does not need. Squares and sets of squares are those of squares.py.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

using u64 = uint64_t;
constexpr u64 FULL = ~0ULL, BOTTOM = 0x0101010101010101ULL, NOT_BOTTOM = ~BOTTOM, NOT_TOP = ~(BOTTOM << 7);
constexpr int HIGHEST = 20, PHASES = 3, KNIGHTS = 6;
constexpr int ROYAL[PHASES] = {5, 10, 15};
constexpr int ROUNDS[5][PHASES] = {{}, {}, {4, 4, 4}, {4, 3, 3}, {4, 3, 3}};
constexpr int DEALT[5][PHASES][4] = {
    {}, {}, {{3, 3, 3, 3}, {3, 3, 3, 3}, {3, 3, 3, 3}}, {{3, 3, 2, 2}, {3, 3, 2}, {3, 3, 2}}, {{2, 2, 2, 2}, {2, 2, 2}, {2, 2, 2}}};
enum Card { CLIMB, UNDER, SUPPLY, GATE, DIAGONAL, SIX, SEVEN, SHIFT, JUMP, HIGHER, CARDS };

inline int count(u64 set) { return __builtin_popcountll(set); }
inline int lowest(u64 set) { return __builtin_ctzll(set); }
inline u64 spread(u64 set) { return set << 8 | set >> 8 | (set & NOT_TOP) << 1 | (set & NOT_BOTTOM) >> 1; }
inline u64 flood(u64 seed, u64 within) {
    u64 found = seed, fresh = seed;
    while (fresh) {
        fresh = spread(fresh) & within & ~found;
        found |= fresh;
    }
    return found;
}

struct Chance {
    u64 state;
    explicit Chance(u64 seed) : state(seed * 0x9E3779B97F4A7C15ULL + 0x1234567) {
        for (int i = 0; i < 4; i++) next();
    }
    u64 next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state * 0x2545F4914F6CDD1DULL;
    }
    double share() { return (next() >> 11) * (1.0 / 9007199254740992.0); }
    int below(int number) { return (next() >> 33) % number; }
};

// -- tables of the board, and numbers by which positions are told apart
struct Tables {
    u64 next[64], corner[64], over[64][4], behind[64][4], segment[64][HIGHEST + 4], knight[64], other[4096];
    int jumps[64];
    Tables() {
        Chance chance(77);
        for (int s = 0; s < 64; s++) {
            u64 bit = 1ULL << s, sides = (bit & NOT_TOP) << 1 | (bit & NOT_BOTTOM) >> 1;
            next[s] = spread(bit);
            corner[s] = sides << 8 | sides >> 8;
            jumps[s] = 0;
            const int steps[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
            for (auto& [x, y] : steps) {
                int column = s / 8 + 2 * x, row = s % 8 + 2 * y;
                if (column < 0 || column > 7 || row < 0 || row > 7) continue;
                over[s][jumps[s]] = 1ULL << ((s / 8 + x) * 8 + s % 8 + y);
                behind[s][jumps[s]++] = 1ULL << (column * 8 + row);
            }
            for (u64& each : segment[s]) each = chance.next();
            segment[s][0] = 0;
            knight[s] = chance.next();
        }
        for (u64& each : other) each = chance.next();
    }
    u64 knights(u64 set) const {
        u64 sum = 0;
        for (; set; set &= set - 1) sum ^= knight[lowest(set)];
        return sum;
    }
};
inline const Tables TABLE;

// -- terrain.py
struct Land {
    uint8_t heights[64];
    u64 least[HIGHEST + 4], castle[24], around[24], grow, joint, clear, rise, stairs, steps[4], key;
    int top, castles;

    explicit Land(const uint8_t* of) {
        memcpy(heights, of, 64);
        memset(least, 0, sizeof least);
        least[0] = FULL;
        key = top = 0;
        for (int s = 0; s < 64; s++) {
            key ^= TABLE.segment[s][heights[s]];
            top = std::max(top, int(heights[s]));
            for (int k = 1; k <= heights[s]; k++) least[k] |= 1ULL << s;
        }
        sort_out();
    }
    Land(const Land& before, int square) : Land(before) {
        key = before.raised_key(square);
        least[++heights[square]] |= 1ULL << square;
        top = std::max(top, int(heights[square]));
        sort_out();
    }
    u64 raised_key(int square) const {
        const u64* each = TABLE.segment[square] + heights[square];
        return key ^ each[0] ^ each[1];
    }
    void sort_out() {
        castles = 0;
        u64 once = 0, twice = 0;
        rise = 0;
        for (u64 left = least[1]; left; castles++) {
            u64 all = flood(left & -left, left), border = spread(all) & ~all;
            left &= ~all;
            castle[castles] = all;
            around[castles] = border;
            twice |= once & border;
            once |= border;
            rise |= count(all) <= top ? all & ~least[count(all)] : all;
        }
        joint = twice;
        grow = once & ~twice;
        clear = FULL & ~once & ~least[1];
        steps[0] = NOT_TOP, steps[1] = NOT_BOTTOM, steps[2] = FULL >> 8, steps[3] = FULL << 8;
        stairs = 0;
        for (int k = 0; k <= top; k++) {
            u64 foot = least[k] & ~least[k + 1], high = least[k + 2];
            stairs |= foot & spread(least[k + 1]);
            steps[0] &= ~(foot & high >> 1), steps[1] &= ~(foot & high << 1);
            steps[2] &= ~(foot & high >> 8), steps[3] &= ~(foot & high << 8);
        }
        stairs &= least[1];
    }
    int castle_of(u64 bit) const {
        for (int i = 0; i < castles; i++)
            if (castle[i] & bit) return i;
        return -1;
    }
    u64 room(int floor, u64 inside, u64& stacks) const {
        if (!floor) {
            int i = castle_of(inside);
            stacks = castle[i];
            return around[i];
        }
        stacks = flood(inside, least[floor + 1]);
        u64 lower;
        return (spread(stacks) & ~stacks) | room(floor - 1, inside, lower);
    }
    u64 through(u64 stair) const {
        int level = heights[lowest(stair)];
        u64 reached = 0;
        for (u64 gates = TABLE.next[lowest(stair)] & least[level + 1], stacks; gates; gates &= ~stacks)
            reached |= room(level, gates & -gates, stacks);
        return reached;
    }
    u64 gates(int square) const {
        u64 doors = TABLE.next[square] & least[heights[square] + 1], reached = 0;
        for (int i = 0; doors && i < castles; i++) {
            if (!(castle[i] & doors)) continue;
            reached |= around[i];
            for (int level = 1; level <= top && castle[i] & least[level + 1]; level++) {
                u64 higher = castle[i] & least[level + 1];
                reached |= spread(higher) & castle[i] & least[level] & ~higher;
            }
        }
        return reached & ~(1ULL << square);
    }
    int walk(int square, u64 occupied, int ap, u64* layers) const {
        u64 reached = 1ULL << square, free = FULL & ~(reached | occupied), passed = 0;
        int found = 0;
        while (ap--) {
            u64 further = (reached & steps[0]) << 1 | (reached & steps[1]) >> 1 | (reached & steps[2]) << 8 | (reached & steps[3]) >> 8;
            for (int i = 0; i < castles; i++)
                if (!(passed >> i & 1) && reached & (joint | grow) & around[i]) further |= around[i], passed |= 1ULL << i;
            for (u64 climbed = reached & stairs; climbed; climbed &= climbed - 1) further |= through(climbed & -climbed);
            reached = further & free;
            if (!reached) break;
            layers[found++] = reached;
            free ^= reached;
        }
        return found;
    }
    int points(u64 knights) const {
        int total = 0;
        for (int i = 0; i < castles; i++) {
            u64 inside = castle[i] & knights;
            int level = 0;
            while (inside & least[level + 1]) level++;
            total += level * count(castle[i]);
        }
        return total;
    }
};

// -- towers.py, state.py, play.py
struct Towers {
    uint8_t count = 0, heights[4] = {};
    int sum() const { return heights[0] * (count > 0) + heights[1] * (count > 1) + heights[2] * (count > 2) + heights[3] * (count > 3); }
    void sort() { std::sort(heights, heights + count, std::greater<uint8_t>()); }
    void remove(int at) {
        for (count--; at < count; at++) heights[at] = heights[at + 1];
    }
    int put(int segments) {  // onto the lowest ones; what finds no place
        while (segments) {
            int low = -1;
            for (int i = 0; i < count; i++)
                if (heights[i] < 3 && (low < 0 || heights[i] < heights[low])) low = i;
            if (low < 0) break;
            heights[low]++, segments--;
        }
        return segments;
    }
};

struct Deck {
    std::vector<int> tops, bottoms;
    int unseen = (1 << CARDS) - 1;
    int size() const { return int(tops.size() + bottoms.size()) + count(unseen); }
};

struct State {
    int seats, seat = 0, phase = 1, round = 1, starter = 0, done = 0, king = 0, supply, used = -1, ap = 5, drawn = 0, fresh = 0;
    bool carded = false, over = false;
    uint8_t heights[64] = {};
    u64 knights[4] = {};
    Towers towers[4];
    int kept[4] = {}, hands[4] = {}, scores[4] = {}, scored[PHASES][4] = {};
    Deck decks[4];

    void gain(int who, int points) {
        if (!points) return;
        int field = scores[who] + points;
        while (std::find(scores, scores + seats, field) != scores + seats) field++;
        scores[who] = field;
    }
    void buy() {
        for (; ap; ap--) gain(seat, 1);
    }
    void begin_turn(int who) { seat = who, ap = 5, used = -1, carded = false, drawn = 0; }
    void begin_phase(int first) {
        phase++, round = 1, starter = first;
        for (int i = 0; i < seats; i++) deal(i);
        begin_turn(first);
    }
    void deal(int who) {
        Towers& own = towers[who];
        own.count = ROUNDS[seats][phase - 1];
        std::copy_n(DEALT[seats][phase - 1], own.count, own.heights);
        supply -= own.sum();
        int rest = kept[who];
        for (int i = 0; i < own.count; i++)
            for (; own.heights[i] < 3 && rest; rest--) own.heights[i]++;
        kept[who] = 0;
        supply += rest;
    }
    bool end_turn() {  // true: a phase was scored
        Towers& own = towers[seat];
        int rest = 99, even = 0;
        Towers best = own;
        if (used >= 0) rest = best.put(used);
        for (int i = 0; used < 0 && i < own.count; i++) {
            Towers trial = own;
            trial.remove(i);
            int left = trial.put(own.heights[i]), squares = 0;
            for (int j = 0; j < trial.count; j++) squares += trial.heights[j] * trial.heights[j];
            if (left < rest || (left == rest && squares < even)) rest = left, even = squares, best = trial;
        }
        own = best;
        own.sort();
        (own.count ? supply : kept[seat]) += rest;
        hands[seat] |= fresh;
        fresh = 0;
        if (++done < seats) return begin_turn((seat + 1) % seats), false;
        done = 0;
        if (round < ROUNDS[seats][phase - 1]) return round++, begin_turn(starter), false;
        score();
        over = phase == PHASES;
        return true;
    }
    void score() {
        Land land(heights);
        u64 royal = land.castle[land.castle_of(1ULL << king)] & land.least[phase] & ~land.least[phase + 1];
        for (int k = 0, i = starter; k < seats; k++, i = (i + 1) % seats) gain(i, land.points(knights[i]));
        for (int k = 0, i = starter; k < seats; k++, i = (i + 1) % seats) gain(i, knights[i] & royal ? ROYAL[phase - 1] : 0);
        std::copy_n(scores, seats, scored[phase - 1]);
    }
    int turns_left(int who) const { return towers[who].count - (who == seat && used < 0); }
};
