/* Calls a submission's function for every row, as calling.py does: FUNCTION CLASSES... SECONDS TRUTH LIST. */
import java.lang.reflect.*;
import java.util.*;

public class TwoEndsCalls {
    static volatile long began;

    static Object given(Class<?> type, long[] values, long number) {
        if (type == long[].class) return values.clone();
        if (type == int[].class) return Arrays.stream(values).mapToInt(each -> (int) each).toArray();
        if (type == Integer[].class) return Arrays.stream(values).mapToObj(each -> (int) each).toArray(Integer[]::new);
        if (type == long.class || type == Long.class) return number;
        if (type == int.class || type == Integer.class) return (int) number;
        List<Object> list = new ArrayList<>();
        for (long each : values) list.add(longs ? (Object) each : (Object) (int) each);
        return type.isInstance(list) ? list : new Vector<>(list);
    }

    static long[] numbers(String text) {
        return Arrays.stream(text.trim().split(" +")).mapToLong(Long::parseLong).toArray();
    }

    static boolean longs;

    static String written(Object answer) {
        if (answer instanceof Collection) {
            StringJoiner words = new StringJoiner(" ");
            for (Object each : (Collection<?>) answer) words.add(written(each));
            return words.toString();
        }
        if (answer == null || !answer.getClass().isArray()) return String.valueOf(answer);
        List<Object> list = new ArrayList<>();
        for (int at = 0; at < Array.getLength(answer); at++) list.add(Array.get(answer, at));
        return written(list);
    }

    public static void main(String[] words) throws Throwable {
        long most = (long) (Double.parseDouble(words[words.length - 3]) * 1e9);
        boolean truth = words[words.length - 2].equals("true"), asList = words[words.length - 1].equals("true");
        java.io.PrintStream answers = System.out;
        System.setOut(System.err);
        Method function = null;
        for (int at = 1; at < words.length - 3; at++)
            for (Method each : Class.forName(words[at]).getDeclaredMethods())
                if (each.getName().equals(words[0]) && !each.isSynthetic() && function == null) function = each;
        if (function == null) throw new NoSuchMethodException(words[0]);
        function.setAccessible(true);
        longs = Arrays.toString(function.getGenericParameterTypes()).contains("Long");
        java.lang.management.ThreadMXBean times = java.lang.management.ManagementFactory.getThreadMXBean();
        long caller = Thread.currentThread().getId();
        Thread watch = new Thread(() -> {
            while (true) {
                try { Thread.sleep(20); } catch (InterruptedException e) { }
                if (times.getThreadCpuTime(caller) - began > most) Runtime.getRuntime().halt(TIME);
            }
        });
        watch.setDaemon(true);
        began = times.getThreadCpuTime(caller);
        watch.start();
        java.io.BufferedReader in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            String[] parts = line.split("\\|"); // a bar and K may follow the values: K goes to the last number
            long[] values = numbers(parts[0]), weights = asList ? numbers(parts[1]) : values;
            int lists = 0, counts = 0; // with LIST, all numbers after the bar are for the second list, or its count
            Object[] all = new Object[function.getParameterCount()];
            for (int at = 0; at < all.length; at++) {
                Class<?> type = function.getParameterTypes()[at];
                if (asList) {
                    boolean isCount = type.isPrimitive() || Number.class.isAssignableFrom(type);
                    long[] list = (isCount ? counts++ : lists++) == 0 ? values : weights;
                    all[at] = given(type, list, list.length);
                    continue;
                }
                boolean stops = parts.length > 1 && at == all.length - 1;
                long number = stops ? Long.parseLong(parts[1].trim()) : values.length;
                all[at] = given(type, values, number);
            }
            Object solution = null;
            if (!Modifier.isStatic(function.getModifiers())) {
                Constructor<?> maker = function.getDeclaringClass().getDeclaredConstructor();
                maker.setAccessible(true);
                solution = maker.newInstance();
            }
            began = times.getThreadCpuTime(caller);
            Object answer;
            try { answer = function.invoke(solution, all); }
            catch (InvocationTargetException fault) { throw fault.getCause(); }
            if (truth && answer instanceof Number) answer = ((Number) answer).longValue() != 0;
            answers.println(written(answer));
            answers.flush();
        }
    }

    /** The exit status if a row takes too long: TIME_OF_A_ROW in verdicts.py. */
    static final int TIME = 79;
}
